import { setTimeout as delay } from 'node:timers/promises';
import type { PlainClient } from './client.ts';
import { IgnoredError } from './errors.ts';
import { readFiles } from './file-list.ts';
import { agreed } from './http/assert-accepted.ts';
import type { CallOptions } from './http/requests.ts';

/** Bytes per second, 0 for none. A limit that is left out stays as it is. */
export interface SpeedLimits {
	readonly max_download_speed?: number;
	readonly max_upload_speed?: number;
}

type Kind = 'limits' | 'hops';

/** Milliseconds that a service gets to show a change after its answer, and between two looks at it. */
const SHOWN_TIMEOUT_MS = 5_000;
const LOOK_INTERVAL_MS = 250;
/** Milliseconds until the answer to a change of hops: a first use took a service in the field 32 s. */
export const HOPS_TIMEOUT_MS = 60_000;

/**
 * Changes of downloads that some services in the field accept and do not make. Each is read back. How the service
 * treats one kind is then known: more changes of it are not read back, or not sent.
 */
export class VerifiedChanges {
	readonly #client: PlainClient;
	readonly #shownTimeout: number;
	readonly #hopsTimeout: number;
	readonly #known = new Map<Kind, 'made' | 'ignored'>();

	/**
	 * `shownTimeout`: milliseconds that the service gets to show a change after its answer. `hopsTimeout`: milliseconds
	 * until the answer to a change of hops.
	 */
	constructor(client: PlainClient, shownTimeout = SHOWN_TIMEOUT_MS, hopsTimeout = HOPS_TIMEOUT_MS) {
		this.#client = client;
		this.#shownTimeout = shownTimeout;
		this.#hopsTimeout = hopsTimeout;
	}

	/** Forgets how the service treats changes: it may be another release by now. */
	forget(): void {
		this.#known.clear();
	}

	/** Throws an IgnoredError where the service applies no limits to single downloads. */
	async changeLimits(infohash: string, limits: SpeedLimits, call: CallOptions = {}): Promise<void> {
		const { max_download_speed: down, max_upload_speed: up } = limits;
		await this.#change('limits', infohash, { ...limits }, call, {
			isShown: (shown) => isLimit(down, shown.max_download_speed) && isLimit(up, shown.max_upload_speed),
			// No limit is what a service without limits shows too.
			isTelling: [down, up].some((limit) => limit !== undefined && limit > 0),
		});
	}

	/** Throws an IgnoredError where the service keeps the hops it has. Unless told, an answer may take 60 s. */
	async changeHops(infohash: string, hops: number, call: CallOptions = {}): Promise<void> {
		const patient = { ...call, timeout: call.timeout ?? this.#hopsTimeout };
		// It must be the only parameter of its request.
		await this.#change('hops', infohash, { anon_hops: hops }, patient, {
			isShown: (shown) => shown.hops === hops,
			isTelling: false,
		});
	}

	/** Throws an IgnoredError where other files are wanted afterwards. `selected` are indices, at least one. */
	async changeFiles(infohash: string, selected: readonly number[], call: CallOptions = {}): Promise<void> {
		const params = { infohash };
		await agreed(this.#client.changeDownload({ params, body: { selected_files: [...selected] } }, call));
		if (this.#client.requests.dialect === 'interface') return;
		const wanted = new Set(selected);
		const isShown = await this.#shows(async () => {
			const files = await readFiles(this.#client, { params }, call);
			return files.every(({ index, included }) => included === wanted.has(index));
		});
		if (!isShown) throw new IgnoredError(this.#client.url, 'Selection of files');
	}

	async #change(
		kind: Kind,
		infohash: string,
		body: Readonly<Record<string, number>>,
		call: CallOptions,
		{ isShown, isTelling }: { isShown: (shown: Shown) => boolean; isTelling: boolean },
	): Promise<void> {
		const ignored = () => new IgnoredError(this.#client.url, names[kind]);
		if (this.#known.get(kind) === 'ignored') throw ignored();
		await agreed(this.#client.changeDownload({ params: { infohash }, body }, call));
		// The interface's own service answers for what it did.
		if (this.#known.get(kind) === 'made' || this.#client.requests.dialect === 'interface') return;
		const isMade = await this.#shows(async () => {
			const { downloads } = await this.#client.listDownloads({ query: { infohash } }, call);
			const shown = downloads.find((each) => each.infohash === infohash.toLowerCase());
			// One that is gone in the meantime shows nothing.
			return shown === undefined || isShown(shown);
		});
		if (!isMade) {
			if (kind === 'limits') this.#known.set(kind, 'ignored');
			throw ignored();
		}
		if (isTelling) this.#known.set(kind, 'made');
	}

	/** Looks again for some seconds: services in the field answer before they have done it. */
	async #shows(look: () => Promise<boolean>): Promise<boolean> {
		const deadline = Date.now() + this.#shownTimeout;
		for (;;) {
			if (await look()) return true;
			if (Date.now() >= deadline) return false;
			await delay(LOOK_INTERVAL_MS);
		}
	}
}

interface Shown {
	readonly hops?: number | undefined;
	readonly max_download_speed?: number | undefined;
	readonly max_upload_speed?: number | undefined;
}

const names: Readonly<Record<Kind, string>> = {
	limits: 'Limits of single downloads',
	hops: 'Number of hops',
};

/** Services differ in how they show that there is no limit. */
function isLimit(wanted: number | undefined, shown: number | undefined): boolean {
	return wanted === undefined || wanted === shown || (wanted <= 0 && shown !== undefined && shown <= 0);
}
