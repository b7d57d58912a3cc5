import type { LegendEntry } from '../../surfaces/surface.ts';

/** Sign before the meaning of a color. Its names differ between themes. */
const COLOR = '██';

const numbers: readonly LegendEntry[] = [
	{ sign: '~', meaning: 'Rounded: the number has more digits than are shown' },
	{ sign: '–', meaning: 'Unknown, or none' },
];

const sides: readonly LegendEntry[] = [
	{ sign: COLOR, token: 'bad', meaning: 'Ask: an order that sells the first asset' },
	{ sign: COLOR, token: 'good', meaning: 'Bid: an order that buys the first asset' },
];

const changed: LegendEntry = { sign: COLOR, token: 'warning', meaning: 'Changed a moment ago' };
const waiting: LegendEntry = {
	sign: COLOR,
	token: 'warning',
	meaning: 'Changed a moment ago; as a status: waits for a wallet',
};

/** The signs and colors of each section. */
export const marketLegends = {
	pairs: [...sides, changed, ...numbers],
	book: [
		...sides,
		changed,
		{ sign: '◆', token: 'busy', meaning: 'Has an order of yours; beside a trade: your own trade' },
		{ sign: '└', token: 'faint', meaning: 'A single order of the price above it' },
		{ sign: '█', meaning: 'Depth: the quantity at this price' },
		{ sign: '▒', meaning: 'Depth: the quantity at better prices, together TOTAL' },
		{ sign: 'N', meaning: 'Number of orders at the price' },
		{ sign: '▲', token: 'good', meaning: 'Trade at a higher price than the one before' },
		{ sign: '▼', token: 'bad', meaning: 'Trade at a lower price than the one before' },
		{
			sign: 'crossed',
			token: 'warning',
			meaning: 'A bid is above an ask, e.g. because both are of one trader',
		},
		...numbers,
	],
	orders: [
		...sides,
		waiting,
		{ sign: COLOR, token: 'busy', meaning: 'Open: others can trade with it' },
		{ sign: '█', meaning: 'Filled: the traded part of the order' },
		...numbers,
	],
	transactions: [
		{ sign: COLOR, token: 'bad', meaning: 'You sell the first asset; as a status: failed' },
		{ sign: COLOR, token: 'good', meaning: 'You buy the first asset; as a status: completed' },
		{ sign: COLOR, token: 'busy', meaning: 'Pending: payments are still made' },
		changed,
		{ sign: '█', meaning: 'Paid: the smaller part of what both sides pay' },
		...numbers,
	],
	balances: [
		{
			sign: COLOR,
			token: 'warning',
			meaning: 'Changed a moment ago; text: the wallet waits for this input',
		},
		...numbers,
	],
} as const satisfies Readonly<Record<string, readonly LegendEntry[]>>;
