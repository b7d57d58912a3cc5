/** Assets of a service with a market, one of them locked. */
export const assets = [
	{ name: 'MB', precision: 18, balance: '1000', credit: '10' },
	{ name: 'BTC', precision: 8, balance: '2', credit: '1' },
	{ name: 'LOCKED', precision: 2, balance: 5, credit: 1, wallet: { type: 'ledger', passphrase: true } },
];
