import { setTimeout as delay } from 'node:timers/promises';
import type { ClientOptions } from '../client/client.ts';
import { detectService } from '../client/detection/detect-service.ts';
import { ClientError } from '../client/errors.ts';

/** Milliseconds until a service that could not be reached is tried again. */
const RETRY_INTERVAL_MS = 2_000;
/** Milliseconds that a service gets to show what it is. */
const DETECTION_TIMEOUT_MS = 1_500;

/**
 * The options of a client with the base path and the generation that the service really has; tries until it can be
 * reached, and tells each time why it cannot. The options as they are when it says something that leads no further (a wrong key, another program), or
 * when `signal` ends it: whoever asks it next is told what is wrong.
 */
export async function detectOptions(
	options: ClientOptions,
	signal: AbortSignal,
	onFailure: (error: ClientError) => void,
): Promise<ClientOptions> {
	while (!signal.aborted) {
		try {
			const found = await detectService(options.url, {
				apiKey: options.apiKey,
				timeout: DETECTION_TIMEOUT_MS,
				signal,
			});
			return { ...options, ...found };
		} catch (error) {
			if (signal.aborted) break;
			if (!(error instanceof ClientError)) throw error;
			if (error.kind !== 'unreachable' && error.kind !== 'timeout') break;
			onFailure(error);
		}
		await delay(RETRY_INTERVAL_MS, undefined, { signal }).catch(() => {});
	}
	return options;
}
