import { areAlternativesUnset } from '../../../format/active-limits.ts';
import { offersLimits } from '../../../state/connection/shared-limits.ts';
import type { State } from '../../../state/core/state.ts';
import { sharedLimitsTexts } from '../../dialogs/form/forms/shared-limits.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import { commandsOf } from '../../surfaces/command.ts';

export const limitCommandsText = {
	absent: 'This service has no limits of all downloads. Press L to limit a single one.',
	unknown: 'The limits of the service are not known yet. Try again in a moment.',
	noAlternative: 'This service has no alternative limits. Press B to change its limits.',
	turning: 'Changing the alternative limits',
	on: 'The alternative limits are on.',
	unlimited: 'Alternative limits are on, but none are set. There is no limit now. Press B to set them.',
	off: 'The alternative limits are off.',
	scheduleOff: 'The alternative limits and their schedule are off. Press B to use the schedule again.',
} as const;

function known(state: State): true | string {
	if (!offersLimits(state.connection)) return limitCommandsText.absent;
	return state.limits ? true : limitCommandsText.unknown;
}

/** Commands for the limits of all downloads together. */
export const limitCommands = commandsOf('panes', [
	{
		id: 'shared-limits',
		keys: ['B'],
		title: 'Limit how fast all downloads together receive and send',
		words: 'global speed bandwidth throttle rate schedule alternative',
		when: known,
		run: ({ state: { limits }, dispatch }) => {
			if (!limits) return;
			const form = limits.alternative ? 'shared-limits' : 'plain-limits';
			dispatch({ type: 'open', dialog: openForm({ form }, sharedLimitsTexts(limits)) });
		},
	},
	{
		id: 'alternative-limits',
		keys: ['alt-b'],
		title: 'Turn the alternative limits on or off',
		words: 'turtle slow global speed bandwidth',
		when: (state) => {
			const isKnown = known(state);
			if (isKnown !== true) return isKnown;
			return state.limits?.alternative ? true : limitCommandsText.noAlternative;
		},
		run: ({ state: { limits }, write, dispatch }) => {
			const mode = limits?.active.set === 'alternative' ? 'off' : 'on';
			const endsSchedule = mode === 'off' && limits?.alternative?.mode === 'schedule';
			let isUnlimited = false;
			write({
				send: async (client) => {
					const changed = await client.changeSharedLimits({ alternative: { mode } });
					isUnlimited = areAlternativesUnset(changed.active);
					dispatch({ type: 'limits', limits: changed });
				},
				doing: limitCommandsText.turning,
				done: () =>
					isUnlimited
						? { level: 'warning', text: limitCommandsText.unlimited }
						: { level: 'success', text: limitCommandsText[endsSchedule ? 'scheduleOff' : mode] },
				stale: ['limits'],
			});
		},
	},
]);
