import { assertAccepted } from '../../client/http/assert-accepted.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { changingOptions, downloadsArgument } from './choose.ts';
import { changeEach, type Effect } from './each.ts';

/** Effects of the commands in a dry run. */
export const stateText = {
	stop: 'would be stopped',
	resume: 'would be resumed',
	recheck: 'would be checked again',
} as const;

/** Returns a command that changes the state of downloads. */
function stateCommand(declaration: {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly summary: string;
	readonly examples?: Declaration['examples'];
	readonly state: 'resume' | 'stop' | 'recheck';
	readonly effect: Effect;
}): Declaration {
	const { state, effect, ...introduction } = declaration;
	return serviceCommand({
		...introduction,
		options: changingOptions,
		arguments: { download: downloadsArgument },
		async run(input, call) {
			return changeEach(call, input, effect, ({ infohash }) =>
				assertAccepted(call.client.changeDownload({ params: { infohash }, body: { state } }, call.limits)),
			);
		},
	});
}

export const pauseCommand = stateCommand({
	name: 'pause',
	aliases: ['stop'],
	summary: 'stop downloads',
	examples: [["seedtop pause --filter 'is:complete ratio>2' --dry-run", 'which ones it would stop']],
	state: 'stop',
	effect: { done: 'Stopped', would: stateText.stop },
});

export const resumeCommand = stateCommand({
	name: 'resume',
	aliases: ['start'],
	summary: 'resume downloads',
	state: 'resume',
	effect: { done: 'Resumed', would: stateText.resume },
});

export const recheckCommand = stateCommand({
	name: 'recheck',
	summary: 'check the data of downloads again',
	state: 'recheck',
	effect: { done: 'Rechecking', would: stateText.recheck },
});
