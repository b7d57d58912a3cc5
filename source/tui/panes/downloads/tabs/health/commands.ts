import type { Command } from '../../../../commands/command.ts';
import { healthText } from './text.ts';

export const healthCommands: readonly Command[] = [
	{
		id: 'check-health',
		scope: 'tab-health',
		keys: ['enter'],
		title: 'Check the health of the swarm now',
		hint: 'check',
		when: ({ details: { of, failures, health } }) => {
			if (of === undefined) return 'There is no download here.';
			if (health.askedAt !== undefined) return 'It is being checked.';
			return failures.health?.kind === 'absent' ? healthText.notOffered : true;
		},
		run: ({ dispatch }) => dispatch({ type: 'details', what: { type: 'check-health', at: Date.now() } }),
	},
];
