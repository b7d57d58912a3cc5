import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '../../client/client.ts';
import { announcementFile } from '../../protocol/announcement.ts';
import { type ExactAmount, exactAmount } from '../../protocol/exact-amount.ts';
import type { Order, Tick } from '../../protocol/resources/market.ts';
import { demoPairs, marketSettings, precisionOf } from './assets.ts';
import {
	type Action,
	FIRST_STEPS,
	firstOffers,
	nextAction,
	type Offer,
	type OpenOrder,
} from './next-action.ts';

/** The service of the demo's user. */
export interface UserService {
	readonly url: string;
	readonly apiKey: string | undefined;
	/** host:port at which other services connect. */
	readonly peerAddress: string;
}

export interface DemoTraderOptions {
	/** Path of the program `seedtop`. */
	readonly cli: string;
	/** Folder for the trader's service. It need not exist. */
	readonly folder: string;
	readonly user: UserService;
	readonly log: (line: string) => void;
}

/** Time from the first screen to the start of the trader's service, which would slow it down. */
const START_DELAY_MS = 1_500;
const START_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 100;
/** Intervals of the first actions, which fill the book up to the first trade, and of the others. */
const FIRST_INTERVAL_MS = 250;
const INTERVAL_MS = 4_000;
/** Validity of an order, s. A partial order that nothing matches ends soon. */
const VALIDITY_S = 1_800;
const TAKE_VALIDITY_S = 60;
/** Number of orders of others that the trader takes parts of. */
const MAX_TAKEN = 40;
/** Orders of the trader in all. Its service keeps them. */
const MAX_ACTIONS = 2_000;
/** Time until the trader's service is killed. It has no data to keep. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Scheduling priority of the trader's processes. The user's have the usual one. */
const NICENESS = 10;

/** A second service of the demo, which trades with the user's. It runs at a low priority. */
export class DemoTrader {
	readonly #options: DemoTraderOptions;
	readonly #stopped = new AbortController();
	#service: ChildProcess | undefined;

	constructor(options: DemoTraderOptions) {
		this.#options = options;
	}

	/** Starts the service and trades until the end. The demo works without it, so failures are only logged. */
	async run(): Promise<void> {
		try {
			await delay(START_DELAY_MS, undefined, { signal: this.#stopped.signal });
			await this.#trade();
		} catch (error) {
			if (!this.#stopped.signal.aborted) this.#options.log(`the trader ended: ${String(error)}`);
		}
	}

	/** Ends the service. */
	async close(): Promise<void> {
		this.#stopped.abort();
		const service = this.#service;
		if (!service || service.exitCode !== null || service.signalCode !== null) return;
		const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()));
		service.kill('SIGTERM');
		const timer = setTimeout(() => service.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
		await ended;
		clearTimeout(timer);
	}

	async #trade(): Promise<void> {
		const { url, apiKey } = this.#options.user;
		const own = createClient(await this.#startService());
		const user = createClient({ url, apiKey });
		try {
			for (const offer of firstOffers()) await place(user, offer, VALIDITY_S).catch(() => {});
			let taken = 0;
			for (let step = 0; step < MAX_ACTIONS; step++) {
				const signal = this.#stopped.signal;
				await delay(step <= FIRST_STEPS ? FIRST_INTERVAL_MS : INTERVAL_MS, undefined, { signal });
				const action = nextAction({
					step,
					...(await readBook(own)),
					mayTake: taken < MAX_TAKEN,
					below: (limit) => Math.floor(Math.random() * limit),
				});
				if (action.kind === 'take') taken++;
				// The balance may not suffice, or the order ended meanwhile. A later action does.
				await perform(own, action).catch(() => {});
			}
		} finally {
			await Promise.all([own.close(), user.close()]);
		}
	}

	/** Starts the trader's service and waits until it answers. */
	async #startService(): Promise<{ url: string; apiKey: string }> {
		const { cli, folder, user } = this.#options;
		const stateFolder = join(folder, 'state');
		await mkdir(stateFolder, { recursive: true, mode: 0o700 });
		const settings = JSON.stringify(marketSettings([user.peerAddress]));
		await writeFile(join(stateFolder, 'settings.json'), settings, { mode: 0o600 });
		const service = spawn(
			process.execPath,
			[
				...[cli, 'serve', '--port', '0', '--state-dir', stateFolder],
				...['--download-dir', join(folder, 'downloads'), '--peer-host', '127.0.0.1'],
				...['--no-dht', '--no-local-discovery', '--no-pex'],
			],
			// The channel ends the service with this process.
			{ stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
		);
		this.#service = service;
		// Without it, an error of the start would end this process.
		service.on('error', ({ message }) => this.#options.log(`the trader's service: ${message}`));
		if (service.pid !== undefined) setPriority(service.pid, NICENESS);
		const key = join(stateFolder, 'api.key');
		for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; ) {
			await delay(POLL_INTERVAL_MS, undefined, { signal: this.#stopped.signal });
			const announced = await readFile(join(stateFolder, announcementFile), 'utf8').catch(() => '');
			const url = /"url": "([^"]+)"/.exec(announced)?.[1];
			if (url !== undefined) return { url, apiKey: (await readFile(key, 'utf8')).trim() };
		}
		throw new Error('its service does not answer');
	}
}

async function readBook(
	client: Client,
): Promise<{ own: readonly OpenOrder[]; others: readonly OpenOrder[] }> {
	const [{ orders }, { asks }, { bids }] = await Promise.all([
		client.listOrders(),
		client.listAsks(),
		client.listBids(),
	]);
	const traders = new Set(orders.map(({ trader_id }) => trader_id));
	const ticks = (groups: typeof asks, isAsk: boolean) =>
		groups
			.flatMap((group) => group.ticks)
			.filter(({ trader_id }) => !traders.has(trader_id))
			.flatMap((tick) => openOrder(tick, isAsk));
	return {
		own: orders
			.filter(({ status }) => status === 'open')
			.flatMap((order) => openOrder(order, order.is_ask === true)),
		others: [...ticks(asks, true), ...ticks(bids, false)],
	};
}

/** Returns an order in units; an empty list if its assets are not those of the demo. */
function openOrder(order: Tick | Order, isAsk: boolean): OpenOrder[] {
	const { first, second } = order.assets;
	const pair = demoPairs.find((each) => each.first === first.type && each.second === second.type);
	if (!pair || first.amount === undefined || second.amount === undefined) return [];
	return [
		{
			number: order.order_number,
			isAsk,
			pair,
			first: unitsOf(first.amount, pair.first),
			second: unitsOf(second.amount, pair.second),
			traded: order.traded === undefined ? 0n : unitsOf(order.traded, pair.first),
		},
	];
}

function unitsOf({ digits, decimals }: ExactAmount, asset: string): bigint {
	return digits * 10n ** BigInt(Math.max(0, (precisionOf(asset) ?? 0) - decimals));
}

async function perform(client: Client, action: Action): Promise<void> {
	if (action.kind === 'cancel') {
		await client.cancelOrder({ params: { order_number: String(action.order) } });
	} else {
		await place(client, action.offer, action.kind === 'take' ? TAKE_VALIDITY_S : VALIDITY_S);
	}
}

async function place(client: Client, { isAsk, first, second }: Offer, timeout: number): Promise<void> {
	const body = {
		first_asset_amount: exactAmount(first.units, precisionOf(first.asset) ?? 0),
		first_asset_type: first.asset,
		second_asset_amount: exactAmount(second.units, precisionOf(second.asset) ?? 0),
		second_asset_type: second.asset,
		timeout,
	};
	await (isAsk ? client.createAsk({ body }) : client.createBid({ body }));
}
