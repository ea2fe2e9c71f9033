import DefaultTheme from 'vitepress/theme'
import { onMounted, watch, nextTick } from 'vue'
import { useRoute } from 'vitepress'
import './style.css'

const key = 'language-of-examples'

/** Shows all examples in one language. */
function show(language) {
  for (const label of document.querySelectorAll('.vp-code-group .tabs label')) {
    const input = document.getElementById(label.htmlFor)
    if (label.textContent === language && !input.checked) {
      input.click()
    }
  }
}

/** The tab that a reader chooses is that of all examples, also on the next page. */
function choose(event) {
  if (event.isTrusted && event.target.matches?.('.vp-code-group input')) {
    const language = document.querySelector(`label[for="${event.target.id}"]`).textContent
    const place = event.target.closest('.vp-code-group')
    const top = place.getBoundingClientRect().top
    localStorage.setItem(key, language)
    show(language)
    window.scrollBy({ top: place.getBoundingClientRect().top - top, behavior: 'instant' })
  }
}

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute()
    const showChosen = () => nextTick(() => localStorage.getItem(key) && show(localStorage.getItem(key)))
    onMounted(() => {
      document.addEventListener('change', choose)
      showChosen()
    })
    watch(() => route.path, () => setTimeout(showChosen))
  },
}
