import { isAbsent, isNotFound } from '../declaration/failure.ts';
import type { Call } from '../service-command/service-command.ts';

/** Optional parts of the interface, each with a fast request without side effects that detects it. */
const featureRequests: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
	state: ({ client, limits }) => client.getState({}, limits),
	session: ({ client, limits }) => client.getSession({}, limits),
	debug: ({ client, limits }) => client.getProfiler({}, limits),
	channel: ({ client, limits }) => client.getMyChannel({}, limits),
	// Our own service opens its market with the first request that needs it. No transaction has the number 0.
	market: ({ client, limits }) =>
		client.listPayments({ params: { trader_id: '0', transaction_number: '0' } }, limits),
};

/** Returns which parts the service has. Null if the response is ambiguous. */
export async function readFeatures(call: Call): Promise<Record<string, boolean | null>> {
	const answers = Object.entries(featureRequests).map(async ([part, ask]) => {
		try {
			await ask(call);
			return [part, true] as const;
		} catch (error) {
			// Only a service with channels answers that there is no channel, and one with a market that there is no transaction.
			if (isNotFound(error)) return [part, !isAbsent(error)] as const;
			return [part, null] as const;
		}
	});
	return Object.fromEntries(await Promise.all(answers));
}
