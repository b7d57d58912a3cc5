import { setTimeout as delay } from 'node:timers/promises';
import type { ClientOptions } from '../client/client.ts';
import { detectService } from '../client/detection/detect-service.ts';
import { ClientError } from '../client/http/errors.ts';

/** Interval between attempts to reach the service. */
const RETRY_INTERVAL_MS = 2_000;
/** Timeout of the first attempt, ms. Each one that it ends doubles it, because the service may be slow. */
const FIRST_TIMEOUT_MS = 1_500;
const MAX_TIMEOUT_MS = 24_000;

/**
 * Returns the options with the detected base path and generation. Retries until the service responds, and reports when
 * it is unreachable or does not respond for long. Returns the given options if the service refuses detection (a wrong key, another program), or when
 * `signal` aborts. Later requests then report the reason.
 */
export async function detectOptions(
	options: ClientOptions,
	signal: AbortSignal,
	onFailure: (error: ClientError) => void,
): Promise<ClientOptions> {
	let timeout = FIRST_TIMEOUT_MS;
	while (!signal.aborted) {
		try {
			const found = await detectService(options.url, {
				apiKey: options.apiKey,
				timeout,
				signal,
			});
			return { ...options, ...found };
		} catch (error) {
			if (signal.aborted) break;
			if (!(error instanceof ClientError)) throw error;
			if (error.kind !== 'unreachable' && error.kind !== 'timeout') break;
			if (error.kind === 'timeout' && timeout < MAX_TIMEOUT_MS) {
				timeout *= 2;
				continue;
			}
			onFailure(error);
		}
		await delay(RETRY_INTERVAL_MS, undefined, { signal }).catch(() => {});
	}
	return options;
}
