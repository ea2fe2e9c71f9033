/*
 * Prints the rows of a table by the Azure SDK for JavaScript: a line for each property, with
 * its key, name, type and value. A test compares them with what was imported.
 *
 *   node read-table.mjs <table>        the connection string is in the environment
 */
import { TableClient } from '@azure/data-tables'

const client = TableClient.fromConnectionString(process.env.AZURE_TABLES_CONNECTION_STRING, process.argv[2],
  { allowInsecureConnection: true })

for await (const row of client.listEntities({ disableTypeConversion: true })) {
  for (const [name, property] of Object.entries(row)) {
    if (!['partitionKey', 'rowKey', 'etag', 'timestamp'].includes(name) && !name.startsWith('odata')) {
      console.log(JSON.stringify([row.partitionKey, row.rowKey, name, property.type ?? typeof property,
        String(property.value ?? property)]))
    }
  }
}
