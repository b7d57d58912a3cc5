import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { overlayText } from '../../../source/service/overlay/overlay-network.ts';
import { now, sleep } from '../clock.ts';
import type { Finding } from '../report/finding.ts';
import { Served, type ServedOptions } from '../scale/served.ts';
import { median, quantile } from '../statistics.ts';
import { OverlayNode } from './overlay-node.ts';

const megabyte = 1_000_000;
const COUNTS = [2, 5] as const;
/** Size of a published message, as that of a tick of the market, bytes. */
const MESSAGE_BYTES = 300;
/** Time after the start in which a service gets quiet. */
const SETTLE_MS = 3_000;
const TIMEOUT_MS = 120_000;

export interface OverlayBenchOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	/** The bundle of node.ts. */
	readonly node: string;
	readonly quick: boolean;
}

/** Measures the cost of a service without and with the overlay, and the speed of its messages. */
export async function measureOverlay(options: OverlayBenchOptions): Promise<Finding[]> {
	const folder = mkdtempSync(join(options.folder, 'overlay-'));
	const within = { ...options, folder };
	try {
		const findings = await measureStarts(within);
		for (const count of COUNTS) findings.push(...(await measureMemory(within, count)));
		for (const count of COUNTS) findings.push(...(await measureMessages(within, count)));
		return findings;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const LOOPBACK = ['--peer-host', '127.0.0.1'];
const ON = ['--overlay'];

let folders = 0;

/** Makes an empty folder. */
function emptyFolder(folder: string): string {
	const path = join(folder, String(++folders));
	mkdirSync(path);
	return path;
}

/** Measures the start of a service, and its memory while it has nothing to do. Without and with overlay in turn. */
async function measureStarts({ folder, program, quick }: OverlayBenchOptions): Promise<Finding[]> {
	const variants = [
		{ title: 'off', flags: LOOPBACK, runs: [] as Run[] },
		{ title: 'on', flags: [...LOOPBACK, ...ON], runs: [] as Run[] },
	];
	for (let round = 0; round < (quick ? 3 : 9); round++)
		for (const { flags, runs } of variants)
			runs.push(await measureRun({ folder: emptyFolder(folder), program, flags }));
	const ms = { unit: 'ms', digits: 0 };
	const mb = { unit: 'MB', digits: 1 };
	return variants.flatMap(({ title, runs }) => {
		const middle = (of: (run: Run) => number) => median(runs.map(of));
		return [
			{
				title: `overlay ${title}: start until the service listens`,
				value: middle((run) => run.listening),
				...ms,
			},
			{ title: `overlay ${title}: start until the engine runs`, value: middle((run) => run.ready), ...ms },
			{ title: `overlay ${title}: memory at rest, service`, value: middle((run) => run.service), ...mb },
			{ title: `overlay ${title}: memory at rest, engine`, value: middle((run) => run.engine), ...mb },
		];
	});
}

/** One start: times in ms, memory in MB. */
interface Run {
	readonly listening: number;
	readonly ready: number;
	readonly service: number;
	readonly engine: number;
}

async function measureRun(options: ServedOptions): Promise<Run> {
	const began = now();
	const served = await Served.start(options);
	try {
		const listening = now() - began;
		await served.started();
		const ready = now() - began;
		await sleep(SETTLE_MS);
		const { service, engine } = served.memory();
		return { listening, ready, service: service / megabyte, engine: engine / megabyte };
	} finally {
		await served.stop();
	}
}

/** Measures the memory of connected services that have nothing to do. */
async function measureMemory({ folder, program }: OverlayBenchOptions, count: number): Promise<Finding[]> {
	const services: Served[] = [];
	try {
		let peer: string | undefined;
		while (services.length < count) {
			const flags = [...LOOPBACK, ...(peer === undefined ? ON : ['--overlay-peer', peer])];
			const service = await Served.start({ folder: emptyFolder(folder), program, flags });
			services.push(service);
			peer ??= `127.0.0.1:${await peerPortOf(service)}`;
		}
		await reached(`${count} connected services`, async () => {
			const lists = await Promise.all(services.map((service) => connectedServices(service)));
			return lists.every((connected) => connected >= count - 1);
		});
		await sleep(SETTLE_MS);
		const memory = services.map((service) => service.memory());
		const mb = { unit: 'MB', digits: 1 };
		return (['service', 'engine'] as const).map((part) => ({
			title: `${count} connected services: memory at rest, ${part}`,
			value: median(memory.map((used) => used[part] / megabyte)),
			...mb,
		}));
	} finally {
		await Promise.all(services.map((service) => service.stop()));
	}
}

async function peerPortOf(service: Served): Promise<number> {
	await service.started();
	const { body } = await service.ask('GET', '/libtorrent/session?hop=0');
	const [, port] = /"net\.listen_port":(\d+)/.exec(body.toString()) ?? [];
	if (port === undefined) throw new Error(`no port for peers: ${body}`);
	return Number(port);
}

/** Stands for the id of a service in a line of the log. */
const ANY_ID = '?';

/** Returns the number of services that a service is connected to, from its log. */
async function connectedServices(service: Served): Promise<number> {
	const { body } = await service.ask('GET', '/debug/log?process=core&max_lines=200');
	const count = (line: string) => body.toString().split(line.slice(0, line.indexOf(ANY_ID))).length;
	return count(overlayText.connected(ANY_ID, undefined)) - count(overlayText.disconnected(ANY_ID));
}

/** Measures messages between overlays that are all connected to each other. */
async function measureMessages(
	{ folder, program, node, quick }: OverlayBenchOptions,
	count: number,
): Promise<Finding[]> {
	const engine = join(dirname(program), 'engine.js');
	const nodes: OverlayNode[] = [];
	try {
		while (nodes.length < count)
			nodes.push(await OverlayNode.start(node, engine, emptyFolder(folder), nodes[0]?.address));
		const [first, second] = nodes;
		if (!first || !second) throw new Error('there are no nodes');
		await reached('connections', () => nodes.every(({ peers }) => peers === count - 1));
		const messages = quick ? 2_000 : 5_000;
		const others = nodes.slice(1);
		// The first ones do not count, because fresh processes still compile themselves.
		await published(first, others, messages / 5);
		const began = now();
		const ended = await published(first, others, messages);
		const took = await first.ask(second.id, quick ? 200 : 1_000);
		const ms = { unit: 'ms', digits: 1 };
		return [
			{
				title: `${count} services: messages of one to all others, each second`,
				value: (messages / (ended - began)) * 1_000,
				unit: '',
				digits: 0,
			},
			{ title: `${count} services: message and answer, p50`, value: quantile(took, 0.5), ...ms },
			{ title: `${count} services: message and answer, p99`, value: quantile(took, 0.99), ...ms },
		];
	} finally {
		await Promise.all(nodes.map((one) => one.stop()));
	}
}

/** Publishes messages. Resolves with the time at which all others have all of them. */
async function published(from: OverlayNode, others: readonly OverlayNode[], count: number): Promise<number> {
	const total = (others[0]?.published.total ?? 0) + count;
	from.publish(count, MESSAGE_BYTES);
	await reached(`${count} messages`, () => others.every((other) => other.published.total >= total));
	return Math.max(...others.map((other) => other.published.at));
}

async function reached(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
	for (const deadline = now() + TIMEOUT_MS; !(await condition()); await sleep(10))
		if (now() > deadline) throw new Error(`no ${what} within ${TIMEOUT_MS / 1000} s`);
}
