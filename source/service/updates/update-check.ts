import type { Emit } from '../core/emit.ts';
import { reasonOf } from '../http/http-error.ts';
import type { OwnService } from '../http-client/own-service.ts';
import type { Log } from '../log/log.ts';

const DAY_MS = 86_400_000;

export const updateText = {
	newer: (version: string) => `Version ${version} of seedtop is available.`,
	failed: (reason: string) =>
		`Cannot check for a new version: ${reason}. The next check is tomorrow. The setting is updates.url.`,
} as const;

interface UpdateCheckOptions {
	/** Answers JSON with the newest version. */
	readonly url: URL;
	/** This version. */
	readonly version: string;
	readonly ownService: OwnService;
	readonly emit: Emit;
	readonly log: Log;
	/** Default: a day. */
	readonly intervalMs?: number;
}

/** Checks for a new version after the start and daily. Each newer version causes one event. */
export class UpdateCheck {
	readonly #options: UpdateCheckOptions;
	readonly #end = new AbortController();
	#timer: NodeJS.Timeout | undefined;
	/** The newest version that was reported. */
	#reported: string;

	constructor(options: UpdateCheckOptions) {
		this.#options = options;
		this.#reported = options.version;
	}

	/** Starts the checks. Further calls have no effect. */
	started(): void {
		if (this.#timer !== undefined || this.#end.signal.aborted) return;
		const check = () => void this.#check();
		this.#timer = setInterval(check, this.#options.intervalMs ?? DAY_MS).unref();
		check();
	}

	/** Ends the checks, also one under way. */
	close(): void {
		this.#end.abort();
		clearInterval(this.#timer);
	}

	async #check(): Promise<void> {
		const { url, ownService, emit, log } = this.#options;
		const { signal } = this.#end;
		try {
			// Most services never check.
			const [{ fetchVersion }, { isNewer, parseVersion }] = await Promise.all([
				import('./fetch-version.ts'),
				import('./version.ts'),
			]);
			const newest = await fetchVersion(url, ownService, signal);
			const reported = parseVersion(this.#reported);
			if (signal.aborted || (reported && !isNewer(newest, reported))) return;
			this.#reported = newest.text;
			log('info', updateText.newer(newest.text));
			emit('new_version_available', { version: newest.text });
		} catch (error) {
			if (!signal.aborted) log('warning', updateText.failed(reasonOf(error)));
		}
	}
}
