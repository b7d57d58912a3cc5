import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';
import { CodeCache, cacheFolder } from './code-cache.ts';
import type { main } from './main.ts';
import { limitNewSpace } from './new-space.ts';
import { collectOnce, delayOptimization, optimizeSooner } from './optimization.ts';

/** Time until the first rows are usually shown, ms. Reading the other ones is faster with optimized code. */
const START_TIME_MS = 100;

/**
 * Runs the cockpit from dist/cockpit.js, with the compiled code that an earlier session saved: a start takes half of
 * the time. Resolves as `main` does. `sourceHash`: hash of the file's content.
 */
export async function runBundle(sourceHash: string, words: readonly string[]): Promise<number | undefined> {
	const url = new URL('./cockpit.js', import.meta.url);
	const file = fileURLToPath(url);
	const cache = new CodeCache(cacheFolder(process.env, homedir()), sourceHash);
	// V8 rejects code that was compiled with other flags.
	limitNewSpace();
	collectOnce();
	delayOptimization();
	setTimeout(optimizeSooner, START_TIME_MS).unref();
	const cachedData = cache.read();
	const script = new Script(readFileSync(file, 'latin1'), {
		filename: file,
		...(cachedData && { cachedData }),
		importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
	});
	const isMissing = cachedData === undefined || script.cachedDataRejected === true;
	// V8 removes the code of functions that did not run for some time, such as those of the start.
	if (isMissing) setFlagsFromString('--no-flush-bytecode');
	const module: { exports: { main?: typeof main } } = { exports: {} };
	script.runInThisContext()(module, createRequire(url), { url: url.href });
	return module.exports.main?.(words, isMissing ? () => save(script, cache) : undefined);
}

/** Saves code with the flags of a start. */
function save(script: Script, cache: CodeCache): void {
	setFlagsFromString('--flush-bytecode');
	delayOptimization();
	cache.write(script.createCachedData());
}
