/** A payment to another trader. `reference` identifies it: a wallet never pays the same reference twice. */
export interface WalletPayment {
	/** Id of the transaction and the round. */
	readonly reference: string;
	/** Address of the payee, from its message. Untrusted. */
	readonly to: string;
	/** Units of the asset, positive. */
	readonly amount: bigint;
}

export type PayResult =
	| { readonly kind: 'paid'; readonly paymentId: string }
	/** Not paid, and the same call may succeed later. `reason` has no period. */
	| { readonly kind: 'not-yet'; readonly reason: string }
	/** The wallet needs input of the user first, see `inputRequired`. */
	| { readonly kind: 'input-required' };

/** Holds one asset of this service. Methods may be called again after a restart, with the same result. */
export interface Wallet {
	/** Address that payers use. */
	readonly address: string;
	/** The input that the wallet waits for; undefined if none. */
	readonly inputRequired: { readonly kind: 'password' | 'text'; readonly question: string } | undefined;
	/** Available amount, units. Undefined if unknown at the moment. */
	balance(): Promise<bigint | undefined>;
	pay(payment: WalletPayment): Promise<PayResult>;
	/** Whether a payment to this wallet arrived in full. Undefined if unknown at the moment. */
	received(
		payment: Omit<WalletPayment, 'to'> & { readonly from: string; readonly paymentId: string },
	): Promise<boolean | undefined>;
	/** Gives the required input. Returns the reason of a refusal, without a period. */
	provideInput(input: string): Promise<string | undefined>;
	close(): void;
}
