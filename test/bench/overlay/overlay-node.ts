import { type ChildProcess, fork } from 'node:child_process';
import type { NodeReport, NodeRequest } from './node.ts';

/** A process with an overlay and its engine. */
export class OverlayNode {
	readonly id: string;
	readonly address: string;
	/** Number of connected services. */
	peers = 0;
	/** Published messages so far, and the time of the last one. */
	published = { total: 0, at: 0 };
	readonly #child: ChildProcess;
	#answered: (took: readonly number[]) => void = () => {};

	private constructor(child: ChildProcess, id: string, address: string) {
		this.#child = child;
		this.id = id;
		this.address = address;
		child.on('message', (report: NodeReport) => {
			if (report.kind === 'connected') this.peers = report.peers;
			if (report.kind === 'published') this.published = report;
			if (report.kind === 'answered') this.#answered(report.took);
		});
	}

	/** Starts the bundle of node.ts. `engine` is the program of the engine. */
	static async start(bundle: string, engine: string, folder: string, peer?: string): Promise<OverlayNode> {
		const child = fork(bundle, [engine, folder, ...(peer === undefined ? [] : [peer])], { execArgv: [] });
		return new Promise((resolve, reject) => {
			child.once('message', (report: NodeReport) => {
				if (report.kind === 'listening') resolve(new OverlayNode(child, report.id, report.address));
			});
			child.once('exit', (code) => reject(new Error(`a node of the overlay ended with ${code}`)));
		});
	}

	publish(count: number, bytes: number): void {
		this.#send({ kind: 'publish', count, bytes });
	}

	/** Returns the times of messages with an answer, ms. */
	ask(to: string, count: number): Promise<readonly number[]> {
		return new Promise((resolve) => {
			this.#answered = resolve;
			this.#send({ kind: 'ask', to, count });
		});
	}

	/** Stops it and waits for its end. */
	async stop(): Promise<void> {
		const ended = new Promise((resolve) => this.#child.once('exit', resolve));
		this.#child.disconnect();
		await ended;
	}

	#send(request: NodeRequest): void {
		this.#child.send(request);
	}
}
