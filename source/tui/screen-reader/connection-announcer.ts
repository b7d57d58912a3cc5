import { bytes } from '../../format/bytes.ts';
import { age } from '../../format/duration.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitize } from '../../format/sanitize.ts';
import { sentence } from '../../format/sentence.ts';
import type { Connection, Failure } from '../../state/connection/connection.ts';
import type { State } from '../../state/core/state.ts';

/** Time for which a recurring failure is reported once, ms. */
const SILENCE_MS = 60_000;

export const connectionText = {
	failure: (text: string) => `Failure: ${text}`,
	answersAgain: 'The service answers again.',
	dataAge: (age: string) => `The data is ${age} old.`,
} as const;

/** Reports failures of the service and its recovery, each once. */
export class ConnectionAnnouncer {
	#announced = '';
	#announcedAt = Number.NEGATIVE_INFINITY;
	#failing = false;

	/** Returns the sentence to speak now; undefined when nothing is new. `now` as in the state. */
	next({ failure }: Connection, now: number): string | undefined {
		if (!failure) {
			if (!this.#failing) return undefined;
			this.#failing = false;
			return connectionText.answersAgain;
		}
		const text = failureText(failure);
		if (text === this.#announced && (this.#failing || now - this.#announcedAt < SILENCE_MS)) return undefined;
		this.#failing = true;
		this.#announced = text;
		this.#announcedAt = now;
		return text;
	}
}

function failureText({ message, hint }: Failure): string {
	return oneLine(connectionText.failure(`${sentence(oneLine(message, 300))} ${hint}`).trim(), 500);
}

/** Returns the service and its condition as a sentence. */
export function serviceSentence({ connection, downloads, now, contexts }: State): string {
	const { failure, answeredAt, core } = connection;
	const name = contexts.current === '' ? '' : `${sanitize(contexts.current, 100)}, `;
	const address = name + sanitize(connection.url, 200);
	if (failure) {
		const old = answeredAt === undefined ? '' : ` ${connectionText.dataAge(age((now - answeredAt) / 1000))}`;
		return `${address}. ${failureText(failure)}${old}`;
	}
	if (answeredAt === undefined) return `${address}: connecting.`;
	if (core && core.state !== 'STARTED') {
		return `${address}: ${sanitize(core.state, 40)} ${oneLine(core.last_exception ?? '', 200)}`.trimEnd();
	}
	const { speedDown, speedUp } = downloads.totals;
	return `${address}: connected, down ${bytes(speedDown)} a second, up ${bytes(speedUp)} a second.`;
}
