import { truncate } from '../../../../../format/cells.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import type { AnyQuery } from '../../../../../state/core/query-declaration.ts';
import { replaceTop } from '../../../../../state/dialogs/open-dialogs.ts';
import {
	editOrderForm,
	focusField,
	type OrderField,
	type OrderTextField,
	orderFields,
	orderFieldText,
} from '../../../../../state/market/order-form.ts';
import { previewTerms } from '../../../../../state/market/order-preview.ts';
import { readOrderForm } from '../../../../../state/market/read-order-form.ts';
import { emptyLine, insertText } from '../../../../../state/surfaces/line-edit.ts';
import type { SectionId } from '../../../../../state/surfaces/sections.ts';
import type { DialogProps, DialogSurface } from '../../../../dialogs/dialog.ts';
import { Answers, Dialog, Field, Formatted, Gap, Line, Paragraph } from '../../../../dialogs/kit/index.ts';
import { style } from '../../../../theme/theme.ts';
import { marketSection } from '../../cursor-subjects.ts';
import { assetsQuery, ordersQuery, tickQueries } from '../../queries.ts';
import { chooseHint, marketOrderCommands, marketOrderHints, marketOrderRefusals } from './commands.ts';
import { orderMarketOf } from './market.ts';
import {
	balanceTexts,
	fieldLabels,
	incompleteSentences,
	matchLines,
	noteOf,
	orderDialogText,
	previewSentences,
} from './texts.ts';

const WIDTH = 76;
const FIELD_CELLS = 22;
/** Rows of single trades. */
const MATCH_ROWS = 4;

const LABEL_CELLS = Math.max(...Object.values(fieldLabels).map((label) => label.length)) + 1;

const isTextField = (field: OrderField): field is OrderTextField => field !== 'kind';

/** Asks for an ask or a bid, and shows what it would do. */
function MarketOrderDialog({ dialog: form, state, ...screen }: DialogProps<'market-order'>) {
	const market = orderMarketOf(state, form);
	const read = readOrderForm(form, market.known);
	const preview =
		read.terms && previewTerms(read.terms, market.opposite, market.known, { ...market, nowMs: state.now });
	const lines = preview ? matchLines(form, preview, MATCH_ROWS) : [];
	const isShort = read.shortage !== undefined;
	const [balances, spokenBalances] = balanceTexts(preview?.balances ?? []);
	const isSending = form.sending !== undefined;
	const choice = chooseHint(form, market.known);
	const outcome = isSending ? orderDialogText.sending : oneLine(form.refusal, 400);
	return (
		<Dialog title={orderDialogText.title(form.isAsk)} columns={WIDTH} screen={screen}>
			{orderFields.map((field) => {
				const isOn = form.field === field;
				const label = `${isOn ? '>' : ' '} ${fieldLabels[field].padEnd(LABEL_CELLS)}`;
				const [note, token] = noteOf(field, form, read, market.known, state.now);
				if (!isTextField(field)) {
					const kind = orderDialogText.kind(form.isAsk);
					return (
						<Line
							key={field}
							field={field}
							pieces={[
								{ text: label, token: isOn ? 'title' : 'normal', spoken: '' },
								{ text: kind, token: isOn ? 'cursor' : 'normal' },
								{ text: ' '.repeat(FIELD_CELLS - kind.length + 1), spoken: '' },
								{ text: note, token },
							]}
							isLive={isOn}
						/>
					);
				}
				return (
					<Field
						key={field}
						field={field}
						label={label}
						spokenLabel={fieldLabels[field]}
						line={isOn ? form.line : insertText(emptyLine, orderFieldText(form, field))}
						cells={FIELD_CELLS}
						note={note}
						noteToken={token}
						isFocused={isOn}
					/>
				);
			})}
			<Gap />
			<Paragraph leastRows={2} most={3} isLive token={preview ? 'normal' : isShort ? 'warning' : 'faint'}>
				{preview ? previewSentences(form, preview) : incompleteSentences(form, read)}
			</Paragraph>
			<Formatted
				rows={{ least: 0, wanted: MATCH_ROWS, isLast: true }}
				draw={({ theme, columns }) => ({
					lines: lines.map((line) => style(theme, 'normal', truncate(`  ${line}`, columns))),
				})}
				spoken={lines}
			/>
			<Paragraph leastRows={1} most={2} token="faint" isOptional={balances === ''} spoken={spokenBalances}>
				{balances}
			</Paragraph>
			<Paragraph leastRows={1} most={3} token={isSending ? 'busy' : 'bad'} isOptional={outcome === ''} isLive>
				{outcome}
			</Paragraph>
			<Answers
				commands={marketOrderCommands}
				without={[
					...(read.terms && !isSending ? [] : ['market-order-send']),
					...(choice === '' ? ['market-order-down'] : []),
				]}
				texts={{ 'market-order-send': marketOrderHints.send, 'market-order-down': choice }}
			/>
		</Dialog>
	);
}

/** Returns a query that runs only if the section beneath does not have it. */
function whileNotBeneath(query: AnyQuery, sections: readonly SectionId[]): AnyQuery {
	return { ...query, when: (state) => !sections.includes(marketSection(state)) };
}

export const marketOrderDialog: DialogSurface<'market-order'> = {
	kind: 'market-order',
	title: 'Place an ask or a bid',
	commands: marketOrderCommands,
	showsKeys: true,
	field: {
		refusal: ({ sending, field }) => {
			if (sending !== undefined) return marketOrderRefusals.sending;
			return field === 'kind' ? marketOrderRefusals.kind : undefined;
		},
		edit: (form, state, edit) => {
			const edited = editOrderForm(form, edit);
			return edited === form ? state : replaceTop(state, edited);
		},
	},
	queries: [
		...tickQueries.map((query) => whileNotBeneath(query, ['market-pairs', 'market-book'])),
		whileNotBeneath(ordersQuery(true), ['market-book', 'market-orders']),
		assetsQuery,
	],
	point: ({ field }, { state, dispatch }) => {
		const form = state.dialogs.at(-1);
		const pointed = orderFields.find((each) => each === field);
		if (form?.kind !== 'market-order' || pointed === undefined) return;
		dispatch({ type: 'replace-dialog', dialog: focusField(form, pointed) });
	},
	view: MarketOrderDialog,
};
