import { setFlagsFromString } from 'node:v8';

/**
 * Executed bytes of bytecode after which V8 considers a function for optimization. Its default is 67,584. With more of
 * them keys are as fast, and take less processor time.
 */
const BUDGET = 300_000;
/** The same for WebAssembly. The layout library reaches the default, a thirtieth, with the first drawing. */
const WASM_BUDGET = 50_000_000;

/**
 * Whether V8 has the flags for JavaScript and garbage. Those of Node 22 have other names, and V8 prints an error on the
 * screen for a flag that it does not have.
 */
export function hasFlags(version = process.versions.v8): boolean {
	return version.startsWith('11.3.');
}

/**
 * Delays V8's optimizing compilers. They work in background threads, 200 ms during a start. On a computer with two
 * processors these keep the program and the service from running. They inline no functions, which takes another 25 ms of
 * a start; keys are as fast without.
 */
export function delayOptimization(): void {
	if (hasFlags()) {
		setFlagsFromString(`--interrupt-budget=${BUDGET}`);
		setFlagsFromString('--no-turbo-inlining');
	}
	setFlagsFromString(`--wasm-tiering-budget=${WASM_BUDGET}`);
}

/** Makes V8 collect garbage once after keys were pressed, instead of three times. */
export function collectOnce(): void {
	if (hasFlags()) setFlagsFromString('--memory-reducer-single-gc');
}
