import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ServiceReport } from './service/main.ts';

/** The programs of the benchmark as bundles, so that no figure includes a TypeScript loader. */
export interface Programs {
	readonly service: string;
	readonly floor: string;
	/** An overlay and its engine, without the rest of a service. */
	readonly overlayNode: string;
}

/** Number of files of each download of the synthetic service, and whether it has trees. */
export interface ServiceFiles {
	readonly count: number;
	readonly trees: boolean;
}

/** Builds the programs into a folder. */
export async function buildPrograms(folder: string): Promise<Programs> {
	const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
	await build({
		entryPoints: {
			service: source('./service/main.ts'),
			floor: source('./floor/main.ts'),
			overlay: source('./overlay/node.ts'),
		},
		outdir: folder,
		outExtension: { '.js': '.mjs' },
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node20.19',
		minify: true,
		logLevel: 'warning',
	});
	return {
		service: `${folder}/service.mjs`,
		floor: `${folder}/floor.mjs`,
		overlayNode: `${folder}/overlay.mjs`,
	};
}

/** The synthetic service as a separate process. */
export class Service {
	readonly url: string;
	readonly #process: ChildProcess;
	/** Times at which a list was sent completely. */
	readonly #sent: number[] = [];

	private constructor(process: ChildProcess, url: string) {
		this.#process = process;
		this.url = url;
		process.on('message', (message: unknown) => {
			if (isReport(message) && message.kind === 'listed') this.#sent.push(message.at);
		});
	}

	/** `files` are those of each download; none by default. */
	static async start(program: string, downloads: number, files?: ServiceFiles): Promise<Service> {
		const more = files ? [String(files.count), files.trees ? 'trees' : 'lists'] : [];
		const child = fork(program, [String(downloads), ...more], { execArgv: [] });
		const url = await new Promise<string>((resolve, reject) => {
			child.once('message', (message: unknown) => {
				if (isReport(message) && message.kind === 'listening') resolve(message.url);
			});
			child.once('exit', (code) => reject(new Error(`the synthetic service ended with ${code}`)));
		});
		return new Service(child, url);
	}

	/** Returns the time at which the first list after a moment was sent completely. */
	firstSentAfter(moment: number): number | undefined {
		return this.#sent.find((at) => at > moment);
	}

	/** Stops it and waits for its end. */
	async stop(): Promise<void> {
		const ended = new Promise((resolve) => this.#process.once('exit', resolve));
		this.#process.disconnect();
		await ended;
	}
}

function isReport(message: unknown): message is ServiceReport {
	if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
	if (message.kind === 'listed') return 'at' in message && typeof message.at === 'number';
	return message.kind === 'listening' && 'url' in message && typeof message.url === 'string';
}
