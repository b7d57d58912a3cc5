import { assertAccepted } from '../../client/http/assert-accepted.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { jsonOption } from '../output/print.ts';
import { chooseMany, choosingOptions, downloadsArgument } from './choose.ts';
import { doToEach } from './each.ts';

/** Returns a command that changes the state of downloads. */
function stateCommand(declaration: {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly summary: string;
	readonly state: 'resume' | 'stop' | 'recheck';
	readonly done: string;
}): Declaration {
	const { state, done, ...introduction } = declaration;
	return serviceCommand({
		...introduction,
		options: { ...choosingOptions, json: jsonOption },
		arguments: { download: downloadsArgument },
		async run(input, call) {
			const chosen = await chooseMany(call, input);
			return doToEach(chosen, input.json, done, ({ infohash }) =>
				assertAccepted(call.client.changeDownload({ params: { infohash }, body: { state } }, call.limits)),
			);
		},
	});
}

export const pauseCommand = stateCommand({
	name: 'pause',
	aliases: ['stop'],
	summary: 'stop downloads',
	state: 'stop',
	done: 'Stopped',
});

export const resumeCommand = stateCommand({
	name: 'resume',
	aliases: ['start'],
	summary: 'resume downloads',
	state: 'resume',
	done: 'Resumed',
});

export const recheckCommand = stateCommand({
	name: 'recheck',
	summary: 'check the data of downloads again',
	state: 'recheck',
	done: 'Rechecking',
});
