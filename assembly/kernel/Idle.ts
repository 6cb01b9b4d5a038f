// Functions that do nothing, one for each signature of the functions that a step calls (Wrappers.ts).

export function idle(): void {}

export function idleResult(): i32 {
  return 0;
}

export function idleNumber(_number: i32): void {}

export function idleAnswer(number: i32): i32 {
  return number;
}

export function idleFloat(_float: f64): void {}
