import { paneOfSections } from '../../sections/pane-of-sections.ts';
import { balancesSection } from './sections/balances/section.ts';
import { bookSection } from './sections/book/section.tsx';
import { ordersSection } from './sections/orders/section.ts';
import { pairsSection } from './sections/pairs/section.ts';
import { transactionsSection } from './sections/transactions/section.ts';
import { tradeCommands } from './trade-commands.ts';

/** The market: pairs of assets, the order book of one, the user's orders, transactions and balances. */
export const marketPane = paneOfSections({
	id: 'market',
	title: 'Market',
	hotkey: '4',
	words: 'market trade order book ask bid price asset pair transaction payment balance wallet depth',
	commands: tradeCommands,
	sections: [pairsSection, bookSection, ordersSection, transactionsSection, balancesSection],
});
