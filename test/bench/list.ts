/**
 * Measures how long reading a list of 10,000 downloads (10 MB) blocks the keys of the cockpit: npm run bench -- list.
 * 'block' is the longest time between two turns of the event loop during a fetch, of the middle round. 'longest' is
 * that of the worst round. 'busy' is the same in processor time, without other programs. A frame has 8 ms. The
 * service is a separate process, so that its work is not included.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createClient } from '../../source/client/client.ts';
import { DownloadList } from '../../source/client/lists/download-list.ts';
import { parseExact } from '../../source/protocol/exact-json.ts';
import { initialDownloads, takeDownloads } from '../../source/state/downloads/downloads.ts';
import { benchAnswer } from './big-list.ts';

const DOWNLOADS = 10_000;
const ROUNDS = 15;

interface Measured {
	readonly total: number;
	readonly cpu: number;
	readonly block: number;
	/** The same in processor time. It excludes other programs of the machine. */
	readonly busy: number;
}

/** Values of one line of the table. Milliseconds. */
export interface ListCost {
	readonly name: string;
	readonly total: number;
	readonly cpu: number;
	readonly block: number;
	readonly longest: number;
	readonly busy: number;
	/** Total time in units of a bare JSON.parse of the same answer. */
	readonly parses: number;
}

const costs: ListCost[] = [];

/** Runs a function while a probe turns with the event loop. Milliseconds. */
async function measure(run: () => unknown): Promise<Measured> {
	let [block, busy] = [0, 0];
	let turned = performance.now();
	let spent = process.cpuUsage();
	let running = true;
	const look = () => {
		const now = performance.now();
		const { user, system } = process.cpuUsage(spent);
		block = Math.max(block, now - turned);
		// A turn that waits for the network is not busy, but other threads of the process may be.
		busy = Math.max(busy, Math.min(now - turned, (user + system) / 1000));
		turned = performance.now();
		spent = process.cpuUsage();
	};
	const turn = () => {
		look();
		if (running) setImmediate(turn);
	};
	setImmediate(turn);
	await new Promise((resolve) => setImmediate(resolve));
	look();
	[block, busy] = [0, 0];
	const began = performance.now();
	const cpu = process.cpuUsage();
	await run();
	const used = process.cpuUsage(cpu);
	const total = performance.now() - began;
	// The last stretch counts as well.
	look();
	running = false;
	await new Promise((resolve) => setImmediate(resolve));
	return { total, cpu: (used.user + used.system) / 1000, block, busy };
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function row(name: string, all: readonly Measured[], bare: number): string {
	const total = middle(all.map((one) => one.total));
	const blocks = all.map((one) => one.block);
	const cost: ListCost = {
		name,
		total,
		cpu: middle(all.map((one) => one.cpu)),
		block: middle(blocks),
		longest: Math.max(...blocks),
		busy: Math.max(...all.map((one) => one.busy)),
		parses: total / bare,
	};
	costs.push(cost);
	const cells = [cost.total, cost.cpu, cost.block, cost.longest, cost.busy].map((value) =>
		value.toFixed(1).padStart(9),
	);
	return `${name.padEnd(30)}${cells.join('')}${cost.parses.toFixed(2).padStart(9)}`;
}

async function main(): Promise<void> {
	const server = fork(fileURLToPath(new URL('./list-server.ts', import.meta.url)), [String(DOWNLOADS)]);
	const url = await new Promise<string>((resolve) =>
		server.once('message', (message) => resolve(String(message))),
	);
	const client = createClient({ url: `${url}/0` });
	const print = (line: string) => process.stdout.write(`${line}\n`);
	try {
		const bytes = benchAnswer(DOWNLOADS);
		const bare: Measured[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			bare.push(await measure(() => JSON.parse(bytes.toString('utf8'))));
		}
		const unit = middle(bare.map(({ total }) => total));
		print(
			`${DOWNLOADS} downloads, ${(bytes.length / 1e6).toFixed(1)} MB, ${ROUNDS} rounds, Node ${process.version}`,
		);
		print(`${''.padEnd(30)}    total      cpu    block  longest     busy  × parse`);
		print(`${''.padEnd(30)}       ms       ms       ms       ms       ms`);
		print(row('bare JSON.parse', bare, unit));

		const exact: Measured[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			exact.push(await measure(() => parseExact(bytes.toString('utf8'))));
		}
		print(row('parseExact (nothing large)', exact, unit));

		const bodies: Measured[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			bodies.push(
				await measure(() =>
					client.http.read({ method: 'GET', path: '/downloads', accept: '*/*', timeout: 0 }),
				),
			);
		}
		print(row('only fetching the bytes', bodies, unit));

		const plain: Measured[] = [];
		for (let round = 0; round < ROUNDS; round++) plain.push(await measure(() => client.listDownloads()));
		print(row('plain client.listDownloads', plain, unit));

		const first: Measured[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const list = new DownloadList();
			first.push(await measure(() => list.fetch(client, {})));
		}
		print(row('first fetch', first, unit));

		for (const [name, changed] of [
			['poll, nothing changed', 0],
			['poll, 20 changed', 20],
			['poll, all changed', DOWNLOADS],
		] as const) {
			const list = new DownloadList();
			const changing = createClient({ url: `${url}/${changed}` });
			await list.fetch(changing, {});
			const all: Measured[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				all.push(await measure(() => list.fetch(changing, {})));
			}
			await changing.close();
			print(row(name, all, unit));
		}

		const list = new DownloadList();
		const answer = await list.fetch(client, {});
		const few = createClient({ url: `${url}/20` });
		const other = await list.fetch(few, {});
		await few.close();
		const slice = takeDownloads(initialDownloads, answer, 1);
		const state: Measured[] = [];
		for (let round = 0; round < ROUNDS; round++)
			state.push(await measure(() => takeDownloads(slice, other, 2)));
		print(row('state takes a changed list', state, unit));
	} finally {
		await client.close();
		server.kill();
	}
	// For a parent process that runs all benchmarks.
	process.send?.(costs);
}

await main();
