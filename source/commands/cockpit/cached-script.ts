import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';
import type { CodeCache } from './code-cache.ts';

/** A script of the build, whose compiled code is saved for later starts. */
export class CachedScript {
	readonly #script: Script;
	readonly #url: URL;
	readonly #cache: CodeCache;
	readonly #isMissing: boolean;

	constructor(url: URL, cache: CodeCache) {
		this.#url = url;
		this.#cache = cache;
		const cachedData = cache.read();
		const filename = fileURLToPath(url);
		this.#script = new Script(readFileSync(filename, 'latin1'), {
			filename,
			...(cachedData && { cachedData }),
			importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
		});
		this.#isMissing = cachedData === undefined || this.#script.cachedDataRejected === true;
		// V8 removes the code of functions that did not run for some time, such as those of the start.
		if (this.#isMissing) setFlagsFromString('--no-flush-bytecode');
	}

	/** Runs the script as a CommonJS module. Returns its exports, which are `exports` if it does not replace them. */
	run<Exports extends object>(exports: Exports, require: (id: string) => unknown): Exports {
		const module = { exports };
		this.#script.runInThisContext()(module, require, { url: this.#url.href });
		return module.exports;
	}

	/** Saves its code, if no saved one was used. */
	save(): void {
		if (!this.#isMissing) return;
		// V8 rejects code that was compiled with other flags.
		setFlagsFromString('--flush-bytecode');
		this.#cache.write(this.#script.createCachedData());
	}
}
