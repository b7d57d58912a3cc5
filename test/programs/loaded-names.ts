import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Returns the programs of dist that the processes of a service loaded, from the coverage that Node wrote at their end.
 * `folder`: value of NODE_V8_COVERAGE.
 */
export function loadedPrograms(folder: string): readonly string[] {
	const urls = readdirSync(folder).flatMap((name): string[] => {
		const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
		return result.map(({ url }: { url: string }) => url);
	});
	return [...new Set(urls)].filter((url) => url.startsWith(`file://${dist}`)).map((url) => basename(url));
}

/** Returns those of the names that are classes of a loaded program of dist. Bundles of the service keep their names. */
export function loadedNames(folder: string, names: readonly string[]): string[] {
	const texts = loadedPrograms(folder).map((name) => readFileSync(join(dist, name), 'utf8'));
	return names.filter((name) => {
		const definition = new RegExp(`\\bclass ${name}\\b|\\b${name}=class\\b`);
		return texts.some((text) => definition.test(text));
	});
}
