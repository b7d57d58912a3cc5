import { asset as assetText } from '../../../../../columns/market.ts';
import { isPending } from '../../../../../columns/payment-timeline.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { errorText } from '../../../../../state/connection/error-text.ts';
import type { State } from '../../../../../state/core/state.ts';
import { openDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import {
	failPayments,
	type PaymentsDialog,
	takePayments,
	takeTransactionOf,
} from '../../../../../state/market/payments-dialog.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../../../../dialogs/dialog.ts';
import { Answers, Choices, Dialog, Line, Paragraph, Rule } from '../../../../dialogs/kit/index.ts';
import { marketPaymentsCommands, timelineOf } from './commands.ts';
import {
	paymentFacts,
	paymentsDialogText,
	progressLine,
	statusOf,
	timelinePieces,
	timelineTitles,
} from './texts.ts';

const WIDTH = 100;
const MAX_ROWS = 10;
const INTERVAL_MS = 2_000;

/** The payments of a transaction as a timeline. */
function MarketPaymentsDialog({ dialog, state, ...screen }: DialogProps<'market-payments'>) {
	const { transaction, payments, failure, chosen } = dialog;
	const { assets, transferred, partner_trader_id: partner } = transaction;
	const rows = timelineOf(dialog, state);
	const row = rows[chosen];
	const [status, token] = statusOf(transaction);
	return (
		<Dialog title={paymentsDialogText.title(transaction.transaction_number)} columns={WIDTH} screen={screen}>
			<Line
				pieces={[{ text: paymentsDialogText.agreed(assetText(assets.first), assetText(assets.second)) }]}
				right={[{ text: status, token }]}
			/>
			<Line token="faint">{partner === undefined ? '' : paymentsDialogText.partner(partner)}</Line>
			<Line isLive pieces={[{ text: progressLine(transferred.first, assets.first), token: 'gauge' }]} />
			<Line isLive pieces={[{ text: progressLine(transferred.second, assets.second), token: 'gauge' }]} />
			<Rule />
			<Line pieces={timelineTitles} spoken="" />
			<Choices
				count={rows.length}
				chosen={chosen}
				lineOf={(index) => {
					const each = rows[index];
					return { left: each ? timelinePieces(each) : [] };
				}}
				most={MAX_ROWS}
				none={noneText(dialog)}
			/>
			<Paragraph most={6} leastRows={4} token="faint">
				{row ? paymentFacts(row) : ''}
			</Paragraph>
			<Paragraph token="bad" isLive>
				{failure && (payments === undefined || failure.kind !== 'absent')
					? sanitize(errorText(failure), 400)
					: ''}
			</Paragraph>
			<Answers commands={marketPaymentsCommands} />
		</Dialog>
	);
}

function noneText({ payments, failure, transaction }: PaymentsDialog): string {
	if (payments) return isPending(transaction) ? paymentsDialogText.none : paymentsDialogText.noneEver;
	return failure ? '' : paymentsDialogText.loading;
}

/** Whether the payments may still change. */
const isLive = (state: State): boolean => openDialogOf(state, 'market-payments')?.isFinal === false;

export const marketPaymentsDialog: DialogSurface<'market-payments'> = {
	kind: 'market-payments',
	title: 'Payments of a transaction',
	commands: marketPaymentsCommands,
	showsKeys: true,
	list: chosenList(({ payments }) => payments?.length ?? 0),
	queries: [
		{
			name: 'payments',
			endpoint: 'listPayments',
			every: INTERVAL_MS,
			when: isLive,
			request: (state) => {
				const transaction = openDialogOf(state, 'market-payments')?.transaction;
				return {
					params: {
						trader_id: transaction?.trader_id ?? '-',
						transaction_number: String(transaction?.transaction_number ?? 0),
					},
				};
			},
			take: (state, { payments }) => takePayments(state, payments),
			fail: failPayments,
		},
		{
			name: 'transactions',
			endpoint: 'listTransactions',
			every: INTERVAL_MS,
			when: isLive,
			take: (state, { transactions }) => takeTransactionOf(state, transactions),
			fail: (state) => state,
		},
	],
	view: MarketPaymentsDialog,
};
