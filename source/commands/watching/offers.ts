import type { Call } from '../declaration/service-command.ts';
import { isAbsent, isNotFound } from '../output/failure.ts';

/** Parts of the interface that not every service has, each with what to ask to learn that: quick, and changing nothing. */
const questions: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
	state: ({ client, limits }) => client.getState({}, limits),
	session: ({ client, limits }) => client.getSession({}, limits),
	debug: ({ client, limits }) => client.getProfiler({}, limits),
	channel: ({ client, limits }) => client.getMyChannel({}, limits),
	market: ({ client, limits }) => client.listOrders({}, limits),
};

/** Which of them the service has; null where it answered something that does not tell. */
export async function readOffers(call: Call): Promise<Record<string, boolean | null>> {
	const answers = Object.entries(questions).map(async ([part, ask]) => {
		try {
			await ask(call);
			return [part, true] as const;
		} catch (error) {
			// 'You have no channel' is said only by a service that has channels.
			if (isNotFound(error)) return [part, !isAbsent(error)] as const;
			return [part, null] as const;
		}
	});
	return Object.fromEntries(await Promise.all(answers));
}
