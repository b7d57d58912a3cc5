import type { Command } from '../../../../command.ts';

export const healthCommands: readonly Command[] = [
	{
		id: 'check-health',
		scope: 'tab-health',
		keys: ['enter'],
		title: 'Check the health of the swarm now',
		hint: 'check',
		when: ({ details }) =>
			details.of === undefined
				? 'There is no download here.'
				: details.health.askedAt === undefined
					? true
					: 'It is being checked.',
		run: ({ dispatch }) => dispatch({ type: 'details', what: { type: 'check-health', at: Date.now() } }),
	},
];
