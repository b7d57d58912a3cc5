import type { Declaration } from '../declaration/declaration.ts';
import { group } from '../declaration/declaration.ts';
import { integer } from '../declaration/options.ts';
import { safeJson } from '../output/json.ts';
import { jsonOption, printAnswer, printFacts } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';

/** Returns a command that prints pairs of the engine. */
function pairsCommand(name: string, summary: string, endpoint: 'getSession' | 'getSettings'): Declaration {
	return serviceCommand({
		name,
		endpoints: [endpoint],
		summary,
		options: { hop: integer('--hop <count>', 'hops of the session'), json: jsonOption },
		async run({ hop, json }, { client, limits }) {
			const answer = await client[endpoint]({ query: hop === undefined ? {} : { hop } }, limits);
			if (json) await printAnswer(endpoint, answer);
			else await printFacts(Object.entries(answer.settings).map(([key, value]) => [key, wordsOf(value)]));
		},
	});
}

/** Returns texts unchanged and other values as JSON. */
function wordsOf(value: unknown): string {
	return typeof value === 'string' ? value : safeJson(value);
}

export const sessionCommand = group({
	name: 'session',
	summary: "show the engine's session",
	options: serviceOptions,
	verbs: [
		pairsCommand('info', "show the engine's session information", 'getSession'),
		pairsCommand('settings', "show the engine's session settings", 'getSettings'),
	],
});
