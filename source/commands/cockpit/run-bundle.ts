import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { CachedScript } from './cached-script.ts';
import { CodeCache, cacheFolder } from './code-cache.ts';
import { collectEarly } from './early-collection.ts';
import type { main } from './main.ts';
import { limitNewSpace } from './new-space.ts';
import { collectOnce, delayOptimization } from './optimization.ts';

/** A script of dist, `name`.js. */
export interface BundleScript {
	readonly name: string;
	/** Hash of its content. */
	readonly hash: string;
	/** Names by which other scripts require it or what it exports. */
	readonly exports: readonly string[];
}

/**
 * Runs the cockpit from its scripts, with the compiled code that an earlier session saved: a start takes half of the
 * time. The first script exports `main`, and has what the first lines on the screen and the first request need. The
 * second one has the rest, and the others have packages. Resolves as `main` does.
 */
export async function runBundle(
	[first, second, ...packages]: readonly [BundleScript, BundleScript, ...BundleScript[]],
	words: readonly string[],
): Promise<number | undefined> {
	limitNewSpace();
	collectOnce();
	delayOptimization();
	const folder = cacheFolder(process.env, homedir());
	const loaded: CachedScript[] = [];
	const requireOther = createRequire(import.meta.url);
	const exported = new Map<string, Record<string, unknown>>();
	const run = <Exports extends object>({ name, hash }: BundleScript, exports: Exports): Exports => {
		const script = new CachedScript(
			new URL(`./${name}.js`, import.meta.url),
			new CodeCache(folder, name, hash),
		);
		loaded.push(script);
		return script.run(exports, require);
	};
	const require = (id: string): unknown => {
		if (first.exports.includes(id)) return start;
		const script = [second, ...packages].find(({ exports }) => exports.includes(id));
		if (!script) return requireOther(id);
		let known = exported.get(script.name);
		if (!known) {
			if (script === second) collectEarly();
			known = run<Record<string, unknown>>(script, {});
			exported.set(script.name, known);
		}
		return id in known ? known[id] : known;
	};
	const start = run<{ main?: typeof main }>(first, {});
	return start.main?.(words, () => {
		for (const script of loaded) script.save();
	});
}
