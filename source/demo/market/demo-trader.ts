import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '../../client/client.ts';
import { inspectorOptions } from '../../process/node-options.ts';
import { announcementFile } from '../../protocol/announcement.ts';
import { type ExactAmount, exactAmount } from '../../protocol/exact-amount.ts';
import { isOpenOrder, type Order, type Tick } from '../../protocol/resources/market.ts';
import { type Subscription, shareTorrents, subscribeToFeed } from '../channels/demo-channels.ts';
import type { DemoTorrent } from '../messages.ts';
import type { UserService } from '../user-service.ts';
import { demoAssets, demoPairs, marketSettings, precisionOf } from './assets.ts';
import { type Action, FIRST_STEPS, nextAction, type Offer, type OpenOrder } from './next-action.ts';
import { type UserOffer, UserOrders } from './user-orders.ts';

interface DemoTraderOptions {
	/** Path of the program `seedtop`. */
	readonly cli: string;
	/** Folder for the trader's service. It need not exist. */
	readonly folder: string;
	readonly user: UserService;
	/** Returns the torrents for the channels of both services. */
	readonly prepareTorrents: () => Promise<readonly DemoTorrent[]>;
	/** Called when the user's channel has its feed. */
	readonly onSubscribed: (subscription: Subscription) => void;
	readonly log: (line: string) => void;
}

/** Time from the first screen to the start of the trader's service, which would slow it down. */
const START_DELAY_MS = 1_500;
const START_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 100;
/**
 * Intervals of the first actions, which fill the book up to the first trade, and of the others. Each of them is longer
 * than the one before by a share of it. So the services keep few rows: about 1,000 orders after 7 hours.
 */
const FIRST_INTERVAL_MS = 250;
const INTERVAL_MS = 4_000;
const INTERVAL_GROWTH = 0.01;
/** Validities of orders, s. A taking order that nothing matches ends soon. */
const VALIDITY_S = 7_200;
const USER_VALIDITY_S = 86_400;
const TAKE_VALIDITY_S = 20;
/** Number of actions, for about 6 days. Each places an order, which the trader's service keeps. */
const MAX_ACTIONS = 5_000;
/** Outside of these shares of its first balance, the trader takes only orders that return the balance. */
const MIN_BALANCE_PERCENT = 80n;
const MAX_BALANCE_PERCENT = 120n;
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
		const service = await this.#startService();
		void this.#fillChannels(service);
		const own = createClient(service);
		const user = createClient({ url, apiKey });
		try {
			const userOrders = new UserOrders();
			for (const each of userOrders.first()) await placeForUser(user, each).catch(() => {});
			for (let step = 0; step < MAX_ACTIONS; step++) {
				await delay(intervalMs(step), undefined, { signal: this.#stopped.signal });
				// The balance may not suffice, or the order ended meanwhile. A later action does.
				await act(own, step).catch(() => {});
				await replenish(user, userOrders).catch(() => {});
			}
		} finally {
			await Promise.all([own.close(), user.close()]);
		}
	}

	/** Fills the channel of the trader's service, and that of the user. */
	async #fillChannels(service: Pick<UserService, 'url' | 'apiKey'>): Promise<void> {
		const { user, prepareTorrents, onSubscribed, log } = this.#options;
		try {
			const torrents = await prepareTorrents();
			await shareTorrents(service, torrents);
			onSubscribed(await subscribeToFeed(user, torrents));
		} catch (error) {
			if (!this.#stopped.signal.aborted) log(`the channels are incomplete: ${String(error)}`);
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
				...[...inspectorOptions(), cli, 'serve', '--port', '0', '--state-dir', stateFolder],
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

function intervalMs(step: number): number {
	return step <= FIRST_STEPS ? FIRST_INTERVAL_MS : INTERVAL_MS * (1 + INTERVAL_GROWTH * step);
}

async function act(own: Client, step: number): Promise<void> {
	const below = (limit: number) => Math.floor(Math.random() * limit);
	const [book, takes] = await Promise.all([readBook(own), readSidesToTake(own)]);
	await perform(own, nextAction({ step, ...book, takes, below }));
}

/** Places an order for the user instead of one that ended. */
async function replenish(user: Client, userOrders: UserOrders): Promise<void> {
	const { orders } = await user.listOrders();
	const statuses = orders.map(({ order_number, status }) => ({ number: order_number, status }));
	const next = userOrders.replacement(statuses, openOrders(orders));
	if (next) await placeForUser(user, next);
}

async function placeForUser(user: Client, { offer, stored }: UserOffer): Promise<void> {
	const number = await place(user, offer, USER_VALIDITY_S);
	if (number !== undefined) stored(number);
}

/** Returns the sides of which the trader may take orders, so that neither its balance nor the user's is used up. */
async function readSidesToTake(own: Client): Promise<{ asks: boolean; bids: boolean }> {
	const [{ name, balance: first }] = demoAssets;
	const { assets } = await own.listAssets();
	const { balance } = assets.find((asset) => asset.name === name) ?? {};
	if (!balance) return { asks: true, bids: true };
	const percent = (unitsOf(balance, name) * 100n) / BigInt(first);
	return { asks: percent < MAX_BALANCE_PERCENT, bids: percent > MIN_BALANCE_PERCENT };
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
	return { own: openOrders(orders), others: [...ticks(asks, true), ...ticks(bids, false)] };
}

/** Returns the orders in units that match others, or will after their verification. */
function openOrders(orders: readonly Order[]): OpenOrder[] {
	return orders.filter(isOpenOrder).flatMap((order) => openOrder(order, order.is_ask === true));
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
			ageS: order.timestamp === undefined ? 0 : Date.now() / 1000 - order.timestamp,
		},
	];
}

function unitsOf({ digits, decimals }: ExactAmount, asset: string): bigint {
	return digits * 10n ** BigInt(Math.max(0, (precisionOf(asset) ?? 0) - decimals));
}

/** Places nothing if an order cannot be cancelled, because the two might match. */
async function perform(client: Client, { cancel, place: offer, isTake }: Action): Promise<void> {
	for (const number of cancel) await client.cancelOrder({ params: { order_number: String(number) } });
	await place(client, offer, isTake ? TAKE_VALIDITY_S : VALIDITY_S);
}

/** Returns the number of the order. */
async function place(
	client: Client,
	{ isAsk, first, second }: Offer,
	timeout: number,
): Promise<number | undefined> {
	const body = {
		first_asset_amount: exactAmount(first.units, precisionOf(first.asset) ?? 0),
		first_asset_type: first.asset,
		second_asset_amount: exactAmount(second.units, precisionOf(second.asset) ?? 0),
		second_asset_type: second.asset,
		timeout,
	};
	const { order } = await (isAsk ? client.createAsk({ body }) : client.createBid({ body }));
	return order?.order_number;
}
