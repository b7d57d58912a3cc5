import { textOrDash } from '../../columns/figures.ts';
import { group } from '../declaration/declaration.ts';
import { text } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { serviceOptions } from '../declaration/service-options.ts';
import { assertDone } from '../output/assert-done.ts';
import { usage } from '../output/failure.ts';
import { jsonOption, notice, printAnswer, printFacts, printJson } from '../output/print.ts';

/** Failure of a command line without a change. */
export const NO_CHANGE = 'Specify --name, --description or both.';

export const channelCommand = group({
	name: 'channel',
	summary: 'your channel',
	options: serviceOptions,
	verbs: [
		serviceCommand({
			name: 'show',
			endpoints: ['getMyChannel'],
			summary: 'show the overview of your channel',
			options: { json: jsonOption },
			async run({ json }, { client, limits }) {
				const answer = await client.getMyChannel({}, limits);
				const { name, description, identifier } = answer.overview;
				if (json) await printAnswer('getMyChannel', answer);
				else
					await printFacts([
						['name', name],
						['description', textOrDash(description)],
						['identifier', textOrDash(identifier)],
					]);
			},
		}),
		serviceCommand({
			name: 'set',
			endpoints: ['changeMyChannel'],
			summary: 'change the name or the description of your channel',
			options: {
				name: text('--name <name>', 'new name'),
				description: text('--description <text>', 'new description'),
				json: jsonOption,
			},
			async run({ name, description, json }, { client, limits }) {
				if (name === undefined && description === undefined) throw usage(NO_CHANGE);
				const body = {
					...(name === undefined ? {} : { name }),
					...(description === undefined ? {} : { description }),
				};
				const answer = await client.changeMyChannel({ body }, limits);
				assertDone(answer.modified, 'The service did not change the channel.');
				if (json) printJson(answer);
				else notice('The channel was changed.');
			},
		}),
	],
});
