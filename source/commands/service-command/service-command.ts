import type { CallOptions, Client } from '../../client/client.ts';
import type { FoundService } from '../../client/discovery/find-service.ts';
import {
	type ArgumentSet,
	type Declaration,
	type InputOf,
	type Introduction,
	type OptionSet,
	type Outcome,
	type RawInput,
	readInput,
} from '../declaration/declaration.ts';
import { exitCodes } from '../declaration/failure.ts';
import { limitsOf, refinder, requireService, type ServiceFlags, serviceOptions } from './service-options.ts';

/** Input of a command that uses a service. */
export interface Call {
	readonly client: Client;
	readonly service: FoundService;
	/** Options of every request, from --timeout. */
	readonly limits: CallOptions;
	/** Searches for the service again, which may have moved; undefined if the user gave its address. */
	readonly refind: (() => Promise<FoundService | undefined>) | undefined;
}

/** Declares a command that uses a service. Adds the options that select one. No such command starts a service. */
export function serviceCommand<
	const Options extends OptionSet = Record<never, never>,
	const Arguments extends ArgumentSet = Record<never, never>,
>(
	declaration: Introduction & {
		readonly options?: Options;
		readonly arguments?: Arguments;
		readonly run: (input: InputOf<Options, Arguments>, call: Call, raw: RawInput) => Outcome;
	},
): Declaration {
	const { run, ...introduction } = declaration;
	return {
		...introduction,
		options: { ...declaration.options, ...serviceOptions },
		arguments: declaration.arguments ?? {},
		verbs: [],
		invoke: async (raw) => {
			const input = readInput(declaration.options, declaration.arguments, raw);
			const flags = readInput(serviceOptions, undefined, raw);
			return withService(flags, (call) => run(input, call, raw));
		},
	};
}

/** Finds the service, and closes its connections after `use`. `quiet`: prints nothing. */
export async function withService<Result>(
	flags: ServiceFlags,
	use: (call: Call) => Promise<Result>,
	quiet = false,
): Promise<Result> {
	if (flags.apiKey !== undefined) process.title = 'seedtop'; // Removes the key from the list of processes.
	const service = await requireService(flags, exitCodes.unreachable, quiet);
	const { createClient } = await import('../../client/client.ts');
	const client = createClient(service);
	try {
		return await use({ client, service, limits: limitsOf(flags), refind: refinder(flags, service) });
	} finally {
		await client.close();
	}
}
