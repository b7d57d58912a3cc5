import { setFlagsFromString } from 'node:v8';

/** Executed bytes of bytecode after which V8 considers a function for optimization: at a start, and its default. */
const BUDGET_AT_START = 300_000;
const USUAL_BUDGET = 67_584;
/** The same for WebAssembly. The layout library reaches the default, a thirtieth, with the first drawing. */
const WASM_BUDGET = 50_000_000;

/**
 * Delays V8's optimizing compilers. They work in background threads, 200 ms during a start. On a computer with two
 * processors these keep the program and the service from running.
 */
export function delayOptimization(): void {
	setFlagsFromString(`--interrupt-budget=${BUDGET_AT_START}`);
	setFlagsFromString(`--wasm-tiering-budget=${WASM_BUDGET}`);
}

/** Ends the delay for JavaScript. */
export function optimizeAsUsual(): void {
	setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`);
}
