/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.azuretables.benchmarks.part;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

/**
 * A Java agent that counts the calls of this library's methods, constructors and lambdas.
 * What stands for the service is left out: the embedded stores.
 */
public final class MethodCalls implements ClassFileTransformer {

	private static final String OWN = "io/azuretables/";

	private static final int MOST = 100_000;

	private static final AtomicIntegerArray COUNTS = new AtomicIntegerArray(MOST);

	private static final List<String> CLASSES = new ArrayList<>();

	private static volatile boolean counting;

	private MethodCalls() {
	}

	/**
	 * Called by the JVM before the program.
	 */
	public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
		instrumentation.addTransformer(new MethodCalls());
	}

	/**
	 * Called by each method.
	 */
	public static void entered(int method) {
		if (counting) {
			COUNTS.incrementAndGet(method);
		}
	}

	private static synchronized int register(String className) {
		CLASSES.add(className);
		return CLASSES.size() - 1;
	}

	/**
	 * The calls that something makes.
	 */
	static synchronized Walk of(Runnable work) {
		for (int i = 0; i < MOST; i++) {
			COUNTS.set(i, 0);
		}
		counting = true;
		try {
			work.run();
		}
		finally {
			counting = false;
		}
		long calls = 0;
		Set<String> types = new TreeSet<>();
		for (int i = 0; i < CLASSES.size(); i++) {
			if (COUNTS.get(i) > 0) {
				calls += COUNTS.get(i);
				types.add(CLASSES.get(i));
			}
		}
		return new Walk(calls, types.size());
	}

	@Override
	public byte @Nullable [] transform(@Nullable ClassLoader loader, String name, @Nullable Class<?> type,
			@Nullable ProtectionDomain domain, byte[] bytes) {
		if (!isCounted(name)) {
			return null;
		}
		ClassReader reader = new ClassReader(bytes);
		ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
		reader.accept(new Counting(name, writer), 0);
		return writer.toByteArray();
	}

	private static boolean isCounted(@Nullable String name) {
		return name != null && name.startsWith(OWN) && !name.startsWith(OWN + "benchmarks/")
				&& !name.startsWith(OWN + "embedded/") && !name.contains("/Embedded") && !name.contains("/ODataParser");
	}

	/**
	 * What something called.
	 *
	 * @param calls how many methods, each as often as it was called
	 * @param types the types that they are of
	 */
	record Walk(long calls, int types) {
	}

	private static final class Counting extends ClassVisitor {

		private final String name;

		Counting(String name, ClassVisitor writer) {
			super(Opcodes.ASM9, writer);
			this.name = name;
		}

		@Override
		public MethodVisitor visitMethod(int access, String method, String descriptor, @Nullable String signature,
				String @Nullable [] exceptions) {
			MethodVisitor visitor = super.visitMethod(access, method, descriptor, signature, exceptions);
			if (method.equals("<clinit>")) {
				return visitor;
			}
			int number = register(this.name);
			return new MethodVisitor(Opcodes.ASM9, visitor) {

				@Override
				public void visitCode() {
					super.visitCode();
					visitLdcInsn(number);
					visitMethodInsn(Opcodes.INVOKESTATIC, MethodCalls.class.getName().replace('.', '/'), "entered",
							"(I)V", false);
				}

			};
		}

	}

}
