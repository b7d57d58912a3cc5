import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Record of the modules that a service and its engine load. */
export interface LoadRecord {
	/** Environment of the service. */
	readonly env: Readonly<Record<string, string>>;
	/** Forgets what was loaded so far. */
	forget(): void;
	/** Returns the loaded programs of dist. */
	programs(): readonly string[];
	/** Returns those of the names that are classes of a loaded program. Bundles of the service keep their names. */
	names(of: readonly string[]): string[];
}

/** Records the modules that a service and its engine load, in a file of this folder. */
export function recordLoads(folder: string): LoadRecord {
	const file = join(folder, 'loaded');
	const start = `
		import { appendFileSync } from 'node:fs';
		import { Session } from 'node:inspector';
		const session = new Session();
		session.connect();
		session.on('Debugger.scriptParsed', ({ params }) => {
			appendFileSync(${JSON.stringify(file)}, params.url + '\\n');
		});
		session.post('Debugger.enable');`;
	const forget = () => writeFileSync(file, '');
	const programs = () => {
		const urls = [...new Set(readFileSync(file, 'utf8').split('\n'))];
		return urls.filter((url) => url.startsWith(`file://${dist}`)).map((url) => basename(url));
	};
	forget();
	return {
		env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(start)}` },
		forget,
		programs,
		names: (of) => {
			const texts = programs().map((name) => readFileSync(join(dist, name), 'utf8'));
			return of.filter((name) => {
				const definition = new RegExp(`\\bclass ${name}\\b|\\b${name}=class\\b`);
				return texts.some((text) => definition.test(text));
			});
		},
	};
}
