import { setTimeout as delay } from 'node:timers/promises';
import { UNLIMITED } from '../format/own-limit.ts';
import { withoutEnd } from '../format/without-end.ts';
import type { Download } from '../protocol/resources/download.ts';
import { cancelOrder } from './cancel-order.ts';
import { assertAccepted } from './http/assert-accepted.ts';
import { AbsentError, IgnoredError } from './http/errors.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';
import { readFiles } from './items/file-list.ts';
import { moveDownload } from './move-download.ts';
import { placeAfter, placeOf, type QueueTarget } from './queue-place.ts';
import { readSettingsOf8 } from './settings-of-8.ts';

/** Bytes per second, 0 for that of the label, -1 for unlimited. An omitted limit is unchanged. */
interface SpeedLimits {
	readonly max_download_speed?: number;
	readonly max_upload_speed?: number;
}

type Kind = 'limits' | 'hops';

/** Maximum time from the response until a service shows a change, and interval between two checks. */
const SHOWN_TIMEOUT_MS = 5_000;
const CHECK_INTERVAL_MS = 250;
/** Timeout of a change of hops. The first one took a service in the field 32 s. */
export const HOPS_TIMEOUT_MS = 60_000;

/**
 * Changes that some services in the field accept but ignore. Each is read back. The result is
 * remembered for each kind: later changes of it are not read back, or not sent.
 */
export class VerifiedChanges {
	readonly #client: PlainClient;
	readonly #shownTimeout: number;
	readonly #hopsTimeout: number;
	readonly #results = new Map<Kind, 'made' | 'ignored'>();

	/**
	 * `shownTimeout`: maximum time from the response until the service shows a change, ms. `hopsTimeout`: timeout of a
	 * change of hops, ms.
	 */
	constructor(client: PlainClient, shownTimeout = SHOWN_TIMEOUT_MS, hopsTimeout = HOPS_TIMEOUT_MS) {
		this.#client = client;
		this.#shownTimeout = shownTimeout;
		this.#hopsTimeout = hopsTimeout;
	}

	/** Forgets the results, because the service may be another release. */
	forget(): void {
		this.#results.clear();
	}

	/** Changes speed limits. Throws an IgnoredError if the service applies no limits to single downloads. */
	async changeLimits(infohash: string, limits: SpeedLimits, call: CallOptions = {}): Promise<void> {
		const { max_download_speed: down, max_upload_speed: up } = limits;
		const isUnlimited = down === UNLIMITED || up === UNLIMITED;
		// Services without labels have no limits to inherit.
		const canInherit = isUnlimited && (await this.#client.requests.offers({ extension: 'labels' }, call));
		const body = Object.fromEntries(
			Object.entries(limits).map(([name, limit]) => [name, canInherit ? limit : Math.max(0, limit)]),
		);
		await this.#change('limits', infohash, body, call, {
			isShown: (shown) => isLimit(down, shown.max_download_speed) && isLimit(up, shown.max_upload_speed),
			// A service without support also shows no limit.
			isConclusive: [down, up].some((limit) => limit !== undefined && limit > 0),
		});
	}

	/** Changes the number of hops. Throws an IgnoredError if the service keeps the old one. Default timeout: 60 s. */
	async changeHops(infohash: string, hops: number, call: CallOptions = {}): Promise<void> {
		const callOptions = { ...call, timeout: call.timeout ?? this.#hopsTimeout };
		// anon_hops must be the only parameter of its request.
		await this.#change('hops', infohash, { anon_hops: hops }, callOptions, {
			isShown: (shown) => shown.hops === hops,
			isConclusive: false,
		});
	}

	/** Selects files by index, at least one. Throws an IgnoredError if others are selected afterwards. */
	async changeFiles(infohash: string, selected: readonly number[], call: CallOptions = {}): Promise<void> {
		const params = { infohash };
		await assertAccepted(
			this.#client.changeDownload({ params, body: { selected_files: [...selected] } }, call),
		);
		if (this.#client.requests.dialect === 'interface') return;
		const requested = new Set(selected);
		const isShown = await this.#untilShown(async () => {
			const files = await readFiles(this.#client, { params }, call);
			return files.every(({ index, included }) => included === requested.has(index));
		});
		if (!isShown) throw new IgnoredError(this.#client.url, verifiedChangeNames.files);
	}

	/**
	 * Requests a move of data: see moveDownload. Throws an IgnoredError if a service in the field shows neither the move
	 * nor its end. Such a service may rewrite the destination, e.g. resolve a symbolic link. Returns the folder before
	 * the move; undefined for our own service, which keeps the requested one.
	 */
	async move(infohash: string, destination: string, call: CallOptions = {}): Promise<string | undefined> {
		const isOwn = () => this.#client.requests.dialect === 'interface';
		const before = isOwn() ? undefined : (await this.#read(infohash, call))?.destination;
		await moveDownload(this.#client, infohash, destination, call);
		if (isOwn()) return undefined;
		const isShown = await this.#untilShown(async () => {
			const shown = await this.#read(infohash, call);
			// A download removed meanwhile shows nothing.
			if (!shown || shown.status === 'MOVING' || isSameFolder(shown.destination, destination)) return true;
			return before !== undefined && !isSameFolder(shown.destination, before);
		});
		if (!isShown) throw new IgnoredError(this.#client.url, verifiedChangeNames.move);
		return before;
	}

	/**
	 * Moves a download in the queue. Throws an AbsentError if the service does not queue it, and an IgnoredError if it
	 * keeps its place.
	 */
	async moveInQueue(infohash: string, target: QueueTarget, call: CallOptions = {}): Promise<void> {
		const { requests, url } = this.#client;
		const request = { params: { infohash }, body: { queue_position: target } };
		const send = () => assertAccepted(this.#client.changeDownload(request, call));
		if ((await requests.offers({ extension: 'queue' }, call)) || requests.dialect !== '8.x') {
			await send();
			return;
		}
		// Releases before 8.4 accept the request without effect, and show no places.
		const list = async () => (await this.#client.listDownloads({}, call)).downloads;
		const listed = await list();
		const before = placeOf(listed, infohash);
		if (before === undefined) throw new AbsentError(url, verifiedChangeNames.unqueued);
		await send();
		const expected = placeAfter(target, before, listed);
		const isShown = await this.#untilShown(async () => placeOf(await list(), infohash) === expected);
		if (!isShown) throw new IgnoredError(url, verifiedChangeNames.queue);
	}

	/**
	 * Returns the downloads among these, added without hops and safe seeding, that have one of them all the same: 8.0 and
	 * 8.1 apply their default. Other services obey.
	 */
	async keptSafeSeeding(infohashes: readonly string[], call: CallOptions = {}): Promise<readonly string[]> {
		const client = this.#client;
		if (client.requests.dialect !== '8.x' || infohashes.length === 0) return [];
		const added = new Set(infohashes.map((infohash) => infohash.toLowerCase()));
		let listed: readonly Download[] = [];
		await this.#untilShown(async () => {
			const { downloads } = await client.listDownloads({}, call);
			listed = downloads.filter(({ infohash }) => added.has(infohash));
			return listed.length === added.size;
		});
		const kept = listed.filter(({ safe_seeding, hops = 0 }) => safe_seeding || hops > 0);
		if (kept.length === 0) return [];
		// With another default, they were added before.
		const { seeding } = await readSettingsOf8(client, call);
		return seeding.safe === false ? [] : kept.map(({ infohash }) => infohash);
	}

	/** Cancels an own order. Throws an IgnoredError if the service keeps it open. */
	async cancelOrder(number: number, call: CallOptions = {}): Promise<void> {
		await cancelOrder(this.#client, number, call, this.#shownTimeout);
	}

	async #change(
		kind: Kind,
		infohash: string,
		body: Readonly<Record<string, number>>,
		call: CallOptions,
		{ isShown, isConclusive }: { isShown: (shown: ShownValues) => boolean; isConclusive: boolean },
	): Promise<void> {
		const ignored = () => new IgnoredError(this.#client.url, verifiedChangeNames[kind]);
		if (this.#results.get(kind) === 'ignored') throw ignored();
		await assertAccepted(this.#client.changeDownload({ params: { infohash }, body }, call));
		// The dialect 'interface' reports what it applied.
		if (this.#results.get(kind) === 'made' || this.#client.requests.dialect === 'interface') return;
		const isApplied = await this.#untilShown(async () => {
			const shown = await this.#read(infohash, call);
			// A download removed meanwhile shows nothing.
			return shown === undefined || isShown(shown);
		});
		if (!isApplied) {
			if (kind === 'limits') this.#results.set(kind, 'ignored');
			throw ignored();
		}
		if (isConclusive) this.#results.set(kind, 'made');
	}

	async #read(infohash: string, call: CallOptions): Promise<Download | undefined> {
		const { downloads } = await this.#client.listDownloads({ query: { infohash } }, call);
		return downloads.find((each) => each.infohash === infohash.toLowerCase());
	}

	/** Checks repeatedly for some seconds, because services in the field answer before they apply a change. */
	async #untilShown(isShownNow: () => Promise<boolean>): Promise<boolean> {
		const deadline = Date.now() + this.#shownTimeout;
		for (;;) {
			if (await isShownNow()) return true;
			if (Date.now() >= deadline) return false;
			await delay(CHECK_INTERVAL_MS);
		}
	}
}

interface ShownValues {
	readonly hops?: number | undefined;
	readonly max_download_speed?: number | undefined;
	readonly max_upload_speed?: number | undefined;
}

export const verifiedChangeNames: Readonly<Record<Kind | 'files' | 'move' | 'queue' | 'unqueued', string>> = {
	limits: 'Limits of single downloads',
	hops: 'Number of hops',
	files: 'Selection of files',
	move: 'Folder of the data',
	queue: 'Place in the queue',
	unqueued: 'a place in the queue for this download',
};

/** Whether two paths are equal but for separators at their ends. */
export function isSameFolder(one: string, other: string): boolean {
	const trimmed = (path: string) => withoutEnd(path, '\\/') || path.charAt(0);
	return trimmed(one) === trimmed(other);
}

/** Whether a shown limit equals the requested one. Services differ in how they show no limit. */
function isLimit(requested: number | undefined, shown: number | undefined): boolean {
	return (
		requested === undefined || requested === shown || (requested <= 0 && shown !== undefined && shown <= 0)
	);
}
