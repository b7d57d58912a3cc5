import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { now, sleep } from '../clock.ts';
import { memoryOf, treeOf } from '../processes.ts';

export interface ServedOptions {
	/** Folder for the state folder and the downloads. */
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	/** Descriptors that each of its processes may open. */
	readonly descriptors?: number;
	/** Additional flags. */
	readonly flags?: readonly string[];
	/** Additional variables of its environment. */
	readonly env?: Readonly<Record<string, string>>;
}

export interface Answer {
	readonly status: number;
	readonly body: Buffer;
	/** Milliseconds from the request to the last byte. */
	readonly took: number;
}

export interface ListedDownload {
	readonly infohash: string;
	readonly status: string;
	readonly progress: number;
	readonly error: string;
	readonly destination: string;
	/** Bytes of blocks since the download was added. */
	readonly total_down: number;
	readonly total_up: number;
}

/** Milliseconds in which it must print its address. */
const START_TIMEOUT_MS = 20_000;

/** `seedtop serve` as a separate process, on loopback and without a key. */
export class Served {
	readonly url: string;
	readonly #child: ChildProcess;
	readonly #agent = new Agent({ keepAlive: true });
	readonly #ended: Promise<void>;

	private constructor(child: ChildProcess, url: string, ended: Promise<void>) {
		this.#child = child;
		this.url = url;
		this.#ended = ended;
	}

	/** Resolves when it listens. Downloads are loaded afterwards. */
	static async start({ folder, program, descriptors, flags = [], env }: ServedOptions): Promise<Served> {
		const args = ['serve', '--port', '0', '--no-api-key', '--no-dht', '--no-local-discovery', '--no-pex'];
		const folders = ['--state-dir', join(folder, 'state'), '--download-dir', join(folder, 'downloads')];
		const node = [process.execPath, program, ...args, ...folders, ...flags];
		const [file = '', ...rest] =
			descriptors === undefined ? node : ['prlimit', `--nofile=${descriptors}`, ...node];
		const child = spawn(file, rest, {
			stdio: ['ignore', 'pipe', 'inherit'],
			env: { ...process.env, HOME: folder, CORE_API_PORT: '', ...env },
		});
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			if (output.length < 10_000) output += text;
		});
		const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
		const deadline = now() + START_TIMEOUT_MS;
		for (;;) {
			const [, url] = /listens on (\S+)/.exec(output) ?? [];
			if (url !== undefined) return new Served(child, url, ended);
			if (child.exitCode !== null || now() > deadline) {
				child.kill('SIGKILL');
				throw new Error(`the service did not start: ${output}`);
			}
			await sleep(5);
		}
	}

	/** Resolves when everything is loaded and the engine runs. */
	async started(): Promise<void> {
		for (const deadline = now() + START_TIMEOUT_MS; !(await this.list()).loaded; await sleep(5))
			if (now() > deadline) throw new Error('the service did not become ready');
	}

	get pid(): number {
		return this.#child.pid ?? 0;
	}

	/** Memory of the service and of its engine's process, bytes. */
	memory(): { service: number; engine: number } {
		const [service = 0, ...engine] = treeOf(this.#child.pid ?? 0);
		return { service: memoryOf([service]), engine: memoryOf(engine) };
	}

	ask(method: string, path: string, body?: object): Promise<Answer> {
		const began = now();
		return new Promise((resolve, reject) => {
			const text = body === undefined ? '' : JSON.stringify(body);
			const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
			const sent = request(this.url + path, { method, agent: this.#agent, headers }, (response) => {
				const parts: Buffer[] = [];
				response.on('data', (part: Buffer) => parts.push(part));
				response.once('error', reject);
				response.once('end', () =>
					resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), took: now() - began }),
				);
			});
			sent.once('error', reject);
			sent.end(text);
		});
	}

	/** Adds a torrent. Throws if it is refused. */
	async add(uri: string, destination: string): Promise<string> {
		const { status, body } = await this.ask('PUT', '/downloads', { uri, destination });
		const [, infohash] = /"infohash":"(\w+)"/.exec(body.toString()) ?? [];
		if (status !== 200 || infohash === undefined) throw new Error(`${uri} was not added: ${body}`);
		return infohash;
	}

	async list(): Promise<{ downloads: ListedDownload[]; loaded: boolean; took: number }> {
		const { body, took } = await this.ask('GET', '/downloads');
		const answer: { downloads: ListedDownload[]; checkpoints: { all_loaded: boolean } } = JSON.parse(
			body.toString(),
		);
		return { downloads: answer.downloads, loaded: answer.checkpoints.all_loaded, took };
	}

	/** Returns one download. Throws if there is none. */
	async one(infohash: string): Promise<ListedDownload> {
		const { body } = await this.ask('GET', `/downloads?infohash=${infohash}`);
		const answer: { downloads: ListedDownload[] } = JSON.parse(body.toString());
		const [download] = answer.downloads;
		if (!download) throw new Error(`${infohash} is not listed`);
		return download;
	}

	/** Resolves when a download has a status. Throws if it has an error, or after `seconds`. */
	async until(infohash: string, status: string, seconds: number): Promise<void> {
		for (const deadline = now() + seconds * 1000; ; await sleep(20)) {
			const download = await this.one(infohash);
			if (download.status === `DLSTATUS_${status}`) return;
			if (download.error !== '') throw new Error(download.error);
			if (now() > deadline) throw new Error(`${infohash} is ${download.status} after ${seconds} s`);
		}
	}

	/** Kills the service. Its engine ends by itself. Resolves when both have ended. */
	async kill(): Promise<void> {
		const processes = treeOf(this.pid);
		this.#agent.destroy();
		this.#child.kill('SIGKILL');
		await this.#ended;
		while (processes.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
	}

	/** Stops it and waits for its end. */
	async stop(): Promise<void> {
		this.#agent.destroy();
		this.#child.kill('SIGTERM');
		const timer = setTimeout(() => this.#child.kill('SIGKILL'), 20_000);
		await this.#ended;
		clearTimeout(timer);
	}
}
