export const marketText = {
	absent: 'This service has no market.',
	absentHint: 'seedtop and Tribler 7.1 and 7.2 have one.',
	empty: 'The market is empty.',
	declared: (names: string) => `This service trades ${names}.`,
	firstOrder: 'Press a to sell with an ask, or A to buy with a bid.',
	undeclared: [
		'This service trades no assets yet.',
		'Declare market.assets in its settings. docs/market.md explains it.',
	],
	more: (count: number) => `${count} more`,
	noPair: 'No pair is selected.',
	noPairHint: 'Press p for the list of pairs, then enter.',
	legend: '◆ own  N orders  █ this price  ▒ better ones',
	noTrades: 'No trades yet.',
} as const;
