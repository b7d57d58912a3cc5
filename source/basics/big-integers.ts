/** Divides and rounds up. `divisor` is positive. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
	return -divideDown(-dividend, divisor);
}

/** Divides and rounds down. `divisor` is positive. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
	const quotient = dividend / divisor;
	return quotient * divisor > dividend ? quotient - 1n : quotient;
}

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
