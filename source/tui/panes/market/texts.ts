export const marketText = {
	absent: 'This service has no market.',
	absentHint: 'seedtop and Tribler 7.1 and 7.2 have one.',
	empty: 'The market is empty.',
	emptyHints: [
		'Press a to place an order.',
		"seedtop's service trades the assets that market.assets in its settings declares.",
		'docs/market.md explains it.',
	],
	noPair: 'No pair is selected.',
	noPairHint: 'Press p for the list of pairs, then enter.',
	noTrades: 'No trades yet.',
} as const;
