import { within } from '../../basics/within.ts';
import { type Engine, EngineGone } from '../engine/port.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers } from '../http/route.ts';

/** Time for the engine to respond. */
const TIMEOUT_MS = 10_000;

/** Handlers of the interface's part 4.5. */
export function engineRoutes(engine: Engine) {
	return {
		async getSession({ query: { hop = 0 } }) {
			return { hop, settings: { ...(await fromEngine(engine.session(hop))) } };
		},

		async getSettings({ query: { hop = 0 } }) {
			return { hop, settings: { ...(await fromEngine(engine.settings(hop))) } };
		},
	} satisfies Partial<Handlers>;
}

/** Waits for a call of the engine. Throws a 500 if the engine does not run or does not respond. */
export async function fromEngine<T>(call: Promise<T>): Promise<T> {
	const late = Symbol('late');
	try {
		const result = await within<T, typeof late>(call, TIMEOUT_MS, late);
		if (result !== late) return result;
	} catch (error) {
		if (error instanceof EngineGone) throw unavailable('run', error);
		throw error;
	}
	throw unavailable('respond');
}

function unavailable(verb: 'run' | 'respond', cause?: unknown): HttpError {
	const message = `The engine does not ${verb}. It is restarted if necessary. Try again in a moment.`;
	return new HttpError(500, 'EngineUnavailableError', message, cause);
}
