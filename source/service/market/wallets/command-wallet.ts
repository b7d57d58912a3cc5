import Type from 'typebox';
import { oneLine } from '../../../format/one-line.ts';
import { decode } from '../../../protocol/decode.ts';
import { parseExactDecimals } from '../../../protocol/exact-json.ts';
import type { Log } from '../../log/log.ts';
import { formatAmount } from '../amount.ts';
import { amountFrom } from '../amount-number.ts';
import { type CommandOutput, runCommand } from './run-command.ts';
import type { PayResult, Wallet, WalletPayment } from './wallet.ts';

export const commandWalletText = {
	failed: (asset: string, method: string, reason: string) =>
		`The wallet command of ${asset} failed (${method}): ${reason}.`,
	works: (asset: string) => `The wallet command of ${asset} works again.`,
	notOneObject: 'its output is not one JSON object',
	wrongField: (path: string, problem: string) => `its output is wrong: '${path}' ${problem}`,
	noToken: 'is not 1 to 200 printable ASCII characters without spaces',
	wrongBalance: "its output is wrong: 'balance' cannot be read with the precision of the asset",
	busy: 'too many calls wait for it',
	refused: 'the command refused the payment without a reason',
	refusedInput: 'the wallet refused it',
} as const;

/** Maximum length of texts of a command that screens show. */
const MAX_TEXT = 200;
/** Fields of answers that other services and the database reject in any other form. */
const tokenFields = ['address', 'payment_id'];
const token = /^[\x21-\x7e]{1,200}$/;
/** Calls that wait for the one in progress. */
const MAX_WAITING = 1_000;
/** A balance may be this old, so that each request of a client does not start a process. */
const BALANCE_AGE_MS = 2_000;

const Input = Type.Object({ kind: Type.Enum(['password', 'text']), question: Type.String({ minLength: 1 }) });
const answers = {
	balance: Type.Object({
		balance: Type.Unknown(),
		address: Type.String(),
		input: Type.Optional(Input),
	}),
	pay: Type.Object({
		paid: Type.Boolean(),
		payment_id: Type.Optional(Type.String()),
		reason: Type.Optional(Type.String()),
		input: Type.Optional(Input),
	}),
	received: Type.Object({ received: Type.Union([Type.Boolean(), Type.Null()]) }),
	input: Type.Object({ accepted: Type.Boolean(), reason: Type.Optional(Type.String()) }),
} as const;
type Method = keyof typeof answers;

export interface CommandWalletOptions {
	readonly asset: string;
	/** Number of decimals. */
	readonly precision: number;
	readonly command: readonly string[];
	/** Time limit of a call, s. */
	readonly timeoutS: number;
	readonly log: Log;
	/** Default: Date.now. */
	readonly now?: () => number;
}

/**
 * An asset that a program of the operator holds. The program gets one question as JSON on its standard input, and
 * answers it on its standard output (docs/market.md). One call at a time. An answer that is wrong counts as none.
 */
export class CommandWallet implements Wallet {
	readonly #options: CommandWalletOptions;
	readonly #ended = new AbortController();
	#address = '';
	#required: Wallet['inputRequired'];
	#known: { readonly units: bigint | undefined; readonly atMs: number } | undefined;
	/** The balance call in progress. */
	#asking: Promise<bigint | undefined> | undefined;
	#last: Promise<unknown> = Promise.resolve();
	#waiting = 0;
	/** Log line of the last failure; empty after a call that succeeded. Equal failures are logged once. */
	#failure = '';

	constructor(options: CommandWalletOptions) {
		this.#options = options;
	}

	/** Empty until the first answer to 'balance'. */
	get address(): string {
		return this.#address;
	}

	get inputRequired(): Wallet['inputRequired'] {
		return this.#required;
	}

	balance(): Promise<bigint | undefined> {
		const { now = Date.now } = this.#options;
		const age = now() - (this.#known?.atMs ?? Number.NEGATIVE_INFINITY);
		// The age is negative after the clock stepped back.
		if (this.#known && age >= 0 && age < BALANCE_AGE_MS) return Promise.resolve(this.#known.units);
		this.#asking ??= this.#askBalance().then((units) => {
			this.#known = { units, atMs: now() };
			this.#asking = undefined;
			return units;
		});
		return this.#asking;
	}

	async #askBalance(): Promise<bigint | undefined> {
		const answer = await this.#call('balance', {});
		if (answer.kind === 'failed') return undefined;
		const { balance, address, input } = answer.value;
		this.#require(input);
		this.#address = address;
		const units = amountFrom(balance, this.#options.precision);
		if (typeof units === 'bigint') return units;
		// A locked wallet may not know it.
		if (balance !== null) this.#failed('balance', commandWalletText.wrongBalance);
		return undefined;
	}

	async pay({ reference, to, amount }: WalletPayment): Promise<PayResult> {
		this.#known = undefined;
		const answer = await this.#call('pay', { reference, to, amount: this.#text(amount) });
		this.#known = undefined;
		if (answer.kind === 'failed') return { kind: 'not-yet', reason: answer.reason };
		const { paid, payment_id: paymentId, reason, input } = answer.value;
		if (paid) {
			this.#require(undefined);
			return { kind: 'paid', paymentId: paymentId ?? reference };
		}
		this.#require(input);
		if (input) return { kind: 'input-required' };
		return { kind: 'not-yet', reason: oneLine(reason ?? commandWalletText.refused, MAX_TEXT) };
	}

	async received({
		reference,
		from,
		paymentId,
		amount,
	}: Parameters<Wallet['received']>[0]): Promise<boolean | undefined> {
		const question = { reference, from, payment_id: paymentId, amount: this.#text(amount) };
		const answer = await this.#call('received', question);
		this.#known = undefined;
		return answer.kind === 'failed' ? undefined : (answer.value.received ?? undefined);
	}

	async provideInput(input: string): Promise<string | undefined> {
		const answer = await this.#call('input', { input });
		if (answer.kind === 'failed') return answer.reason;
		const { accepted, reason } = answer.value;
		if (!accepted) return oneLine(reason ?? commandWalletText.refusedInput, MAX_TEXT).replace(/\.$/, '');
		this.#require(undefined);
		this.#known = undefined;
		return undefined;
	}

	/** Ends the call in progress. Its result is unknown, so it is repeated after the next start. */
	close(): void {
		this.#ended.abort();
	}

	#require(input: { readonly kind: 'password' | 'text'; readonly question: string } | undefined): void {
		this.#required = input && { kind: input.kind, question: oneLine(input.question, MAX_TEXT) };
	}

	/** Runs the command after all earlier calls. */
	#call<M extends Method>(method: M, question: object): Promise<Answer<M>> {
		if (this.#waiting >= MAX_WAITING) return Promise.resolve(this.#failed(method, commandWalletText.busy));
		this.#waiting++;
		const result = this.#last.then(async () => {
			try {
				return await this.#run(method, question);
			} finally {
				this.#waiting--;
			}
		});
		this.#last = result;
		return result;
	}

	async #run<M extends Method>(method: M, question: object): Promise<Answer<M>> {
		const { asset, precision, command, timeoutS, log } = this.#options;
		const line = `${JSON.stringify({ version: 1, method, asset, precision, ...question })}\n`;
		const output = await runCommand(command, line, { timeoutS, signal: this.#ended.signal });
		const answer = answerOf(method, output);
		if (answer.kind === 'failed') return this.#failed(method, answer.reason);
		if (this.#failure !== '') log('info', commandWalletText.works(asset));
		this.#failure = '';
		return answer;
	}

	#failed(method: Method, reason: string): { readonly kind: 'failed'; readonly reason: string } {
		const { asset, log } = this.#options;
		const text = commandWalletText.failed(asset, method, reason);
		if (text !== this.#failure && !this.#ended.signal.aborted) log('warning', text);
		this.#failure = text;
		return { kind: 'failed', reason };
	}

	#text(amount: bigint): string {
		return formatAmount(amount, this.#options.precision);
	}
}

type Answer<M extends Method> =
	| { readonly kind: 'answer'; readonly value: Type.Static<(typeof answers)[M]> }
	| { readonly kind: 'failed'; readonly reason: string };

function answerOf<M extends Method>(method: M, output: CommandOutput): Answer<M> {
	if (output.kind === 'failed') return output;
	let content: unknown;
	try {
		content = parseExactDecimals(output.text);
	} catch {
		return { kind: 'failed', reason: commandWalletText.notOneObject };
	}
	if (typeof content !== 'object' || content === null || Array.isArray(content)) {
		return { kind: 'failed', reason: commandWalletText.notOneObject };
	}
	const { value, deviations } = decode(answers[method], content);
	const noToken = Object.entries(value).find(
		([name, text]) => tokenFields.includes(name) && !token.test(String(text)),
	);
	const wrong = deviations[0] ?? (noToken && { path: noToken[0], problem: commandWalletText.noToken });
	if (wrong) {
		const reason = commandWalletText.wrongField(wrong.path, wrong.problem);
		return { kind: 'failed', reason: oneLine(reason, MAX_TEXT) };
	}
	return { kind: 'answer', value };
}
