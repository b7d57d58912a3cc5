import { asset as assetText } from '../../../../../columns/market.ts';
import { clock, moment, validMoment } from '../../../../../columns/moments.ts';
import { isPending, paidPart, type TimelineRow } from '../../../../../columns/payment-timeline.ts';
import { bar } from '../../../../../format/bar.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { Asset, Transaction } from '../../../../../protocol/resources/market.ts';
import type { Piece } from '../../../../dialogs/kit/index.ts';
import type { Token } from '../../../../theme/theme.ts';

export const paymentsDialogText = {
	title: (number: number) => `Transaction ${number}`,
	agreed: (first: string, second: string) => `${first} for ${second}`,
	partner: (trader: string) => `Partner ${trader}`,
	progress: (done: string, all: string) => `${done} of ${all}`,
	loading: 'The payments are being loaded.',
	none: 'No payments yet.',
	noneEver: 'There were no payments.',
	id: (id: string) => `Payment ${id}`,
	amount: (time: string, amount: string, soFar: string) => `${time}  ${amount}, ${soFar} so far`,
	from: (address: string) => `From ${address}`,
	to: (address: string) => `To ${address}`,
	directions: { paid: 'paid', received: 'received', unknown: '–' },
	done: 'done',
	failed: 'failed',
} as const;

const BAR_CELLS = 20;
const MAX_ID_LENGTH = 200;

/** Returns the status of a transaction with its look. The text is untrusted. */
export function statusOf(transaction: Transaction): readonly [text: string, token: Token] {
	const { status, payment_complete } = transaction;
	const text = status ?? (payment_complete ? 'completed' : 'pending');
	if (isPending(transaction)) return [text, 'busy'];
	return [text, text === 'completed' ? 'good' : 'bad'];
}

/** Returns the progress of one asset: its bar and its amounts. Sanitized. */
export function progressLine(paid: Asset, all: Asset): string {
	const part = paidPart(paid.amount, all.amount);
	const gauge = part === undefined ? '' : `${bar(part, BAR_CELLS)} `;
	return gauge + paymentsDialogText.progress(paid.amount?.text ?? '–', assetText(all));
}

const columns = { time: 8, direction: 9, amount: 18, total: 21, state: 6 } as const;

/** Titles of the timeline, as pieces. */
export const timelineTitles: readonly Piece[] = [
	{ text: 'TIME', cells: columns.time },
	{ text: ' ' },
	{ text: 'DIRECTION', cells: columns.direction },
	{ text: ' ' },
	{ text: 'AMOUNT', cells: columns.amount, align: 'right' },
	{ text: ' ' },
	{ text: 'SO FAR', cells: columns.total, align: 'right' },
	{ text: ' ' },
	{ text: 'STATE', cells: columns.state },
	{ text: ' ' },
	{ text: 'ID', fills: true },
].map(
	(piece): Piece =>
		({ ...piece, align: piece.align === 'right' ? 'right' : 'left', token: 'heading' }) as Piece,
);

/** Returns a payment as pieces of a line. */
export function timelinePieces(row: TimelineRow): readonly Piece[] {
	const { time, direction, asset, amount, total, agreed, hasFailed, payment } = row;
	const moved = validMoment(time);
	const one = assetText({ ...(amount ? { amount } : {}), type: asset });
	const soFar = paymentsDialogText.progress(total?.text ?? '–', agreed?.text ?? '–');
	const token: Token = hasFailed ? 'bad' : 'normal';
	const state = hasFailed ? paymentsDialogText.failed : paymentsDialogText.done;
	return [
		{ text: moved === undefined ? '–' : clock(moved), cells: columns.time, token },
		{ text: ' ', spoken: '' },
		{ text: paymentsDialogText.directions[direction], cells: columns.direction, token: directionToken(row) },
		{ text: ' ', spoken: '' },
		{ text: one, cells: columns.amount, align: 'right', token },
		{ text: ' ', spoken: '' },
		{ text: soFar, cells: columns.total, align: 'right', token: 'faint' },
		{ text: ' ', spoken: '' },
		{ text: state, cells: columns.state, token },
		{ text: ' ', spoken: '' },
		{ text: payment.payment_id ?? '–', fills: true, token: 'faint' },
	];
}

function directionToken({ direction, hasFailed }: TimelineRow): Token {
	if (hasFailed) return 'bad';
	return direction === 'received' ? 'good' : 'normal';
}

/** Returns the full texts of a payment, which its row may cut: amounts, id and addresses. Sanitized. */
export function paymentFacts({
	payment,
	time,
	amount,
	asset,
	total,
	agreed,
}: TimelineRow): readonly string[] {
	const { payment_id, address_from, address_to } = payment;
	const text = (value: string | undefined) => (value ? sanitize(value, MAX_ID_LENGTH) : '–');
	const soFar = paymentsDialogText.progress(total?.text ?? '–', agreed?.text ?? '–');
	return [
		paymentsDialogText.amount(moment(time), assetText({ ...(amount ? { amount } : {}), type: asset }), soFar),
		paymentsDialogText.id(text(payment_id)),
		paymentsDialogText.from(text(address_from)),
		paymentsDialogText.to(text(address_to)),
	];
}
