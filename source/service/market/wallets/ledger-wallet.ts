import type { Passphrase } from './passphrase.ts';
import type { PayResult, Wallet, WalletPayment } from './wallet.ts';

/** An asset that exists only in the ledger: the signed notes are the payments. */
export class LedgerWallet implements Wallet {
	/** Id of this service. */
	readonly address: string;
	readonly #balance: () => bigint;
	readonly #passphrase: Passphrase | undefined;

	/** `balance` returns the balance of the notes. Without a passphrase, the wallet is never locked. */
	constructor(trader: string, balance: () => bigint, passphrase?: Passphrase) {
		this.address = trader;
		this.#balance = balance;
		this.#passphrase = passphrase;
	}

	get inputRequired(): Wallet['inputRequired'] {
		const passphrase = this.#passphrase;
		return passphrase?.isLocked ? { kind: 'password', question: passphrase.question } : undefined;
	}

	async balance(): Promise<bigint> {
		return this.#balance();
	}

	async pay({ reference }: WalletPayment): Promise<PayResult> {
		if (this.#passphrase?.isLocked) return { kind: 'input-required' };
		return { kind: 'paid', paymentId: reference };
	}

	async received(): Promise<boolean> {
		return true;
	}

	async provideInput(input: string): Promise<string | undefined> {
		return this.#passphrase?.unlock(input);
	}

	close(): void {}
}
