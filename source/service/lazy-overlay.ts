import { within } from '../basics/within.ts';
import { HttpError, reasonOf } from './http/http-error.ts';
import type { Overlay } from './overlay/overlay.ts';

export const lazyOverlayText = {
	notStarted: (reason: string) =>
		`The overlay cannot be started: ${reason}. Trades and channels of other services wait for the next start of the service.`,
	closed: 'The overlay is closed, because the service stops.',
} as const;

/** Time limit for the end of the connections. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * The connections to other services, shared by their users. They are loaded with the first user, and start when the
 * service has started and all users that are being opened have joined.
 */
export class LazyOverlay {
	readonly #load: (() => Promise<Overlay>) | undefined;
	readonly #onFailure: (text: string) => void;
	/** Undefined until it is used, and after it could not be loaded. */
	#loaded: Promise<Overlay> | undefined;
	#overlay: Overlay | undefined;
	/** Number of users that are being opened. */
	#joining = 0;
	#isServiceStarted = false;
	#isStarted = false;
	#isClosed = false;

	/** `load`: undefined if the overlay is off. `onFailure`: called with a sentence if the start failed. */
	constructor(load: (() => Promise<Overlay>) | undefined, onFailure: (text: string) => void) {
		this.#load = load;
		this.#onFailure = onFailure;
	}

	get isOn(): boolean {
		return this.#load !== undefined;
	}

	/** Opens a user, which joins its topic. It gets undefined if the overlay is off. */
	async use<User>(open: (overlay: Overlay | undefined) => User | Promise<User>): Promise<User> {
		this.#joining++;
		try {
			return await open(await this.#open());
		} finally {
			this.#joining--;
			this.#startIfReady();
		}
	}

	/** Allows the connections. Call it when the service has started and its users are being opened. */
	started(): void {
		this.#isServiceStarted = true;
		this.#startIfReady();
	}

	/** Ends the connections. An engine that hangs does not delay the rest. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const overlay = await this.#loaded?.catch(() => undefined);
		await within(overlay?.close(), CLOSE_TIMEOUT_MS, undefined);
	}

	async #open(): Promise<Overlay | undefined> {
		if (!this.#load) return undefined;
		if (this.#isClosed) throw new HttpError(500, 'OverlayError', lazyOverlayText.closed);
		this.#loaded ??= this.#load();
		try {
			this.#overlay = await this.#loaded;
			return this.#overlay;
		} catch (error) {
			this.#loaded = undefined;
			throw error;
		}
	}

	#startIfReady(): void {
		const overlay = this.#overlay;
		if (!overlay || !this.#isServiceStarted || this.#isStarted || this.#isClosed || this.#joining > 0) return;
		this.#isStarted = true;
		overlay.start().catch((error: unknown) => {
			if (!this.#isClosed) this.#onFailure(lazyOverlayText.notStarted(reasonOf(error)));
		});
	}
}
