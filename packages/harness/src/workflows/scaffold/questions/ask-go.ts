/*
 * A program that calls a function of a Go package with arguments from JSON. It is written into the module, because only
 * there it may import the package. The shell expands the text, so it contains no dollar signs, backticks and backslashes.
 */
const PROGRAM = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	target "$(go list ./FOLDER)"
)

type answer map[string]interface{}

func ask(function reflect.Value, line []byte) (found answer) {
	defer func() {
		if reason := recover(); reason != nil {
			found = answer{"error": "panic", "message": fmt.Sprint(reason)}
		}
	}()
	var inputs []json.RawMessage
	check(json.Unmarshal(line, &inputs))
	kind := function.Type()
	args := make([]reflect.Value, kind.NumIn())
	for index := range args {
		arg := reflect.New(kind.In(index))
		check(json.Unmarshal(inputs[index], arg.Interface()))
		args[index] = arg.Elem()
	}
	call := function.Call
	if kind.IsVariadic() {
		call = function.CallSlice
	}
	values := []interface{}{}
	for _, result := range call(args) {
		value := result.Interface()
		if failure, is := value.(error); is {
			value = answer{"error": failure.Error()}
		}
		values = append(values, value)
	}
	return answer{"value": values}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	out := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if out.Encode(ask(reflect.ValueOf(target.FUNCTION), lines.Bytes())) != nil {
			check(out.Encode(answer{"error": "json"}))
		}
	}
}
`;

/** The command that asks a function of a Go package, for a shell. */
export const formatGoAsk = (folder: string, name: string): string =>
  `mkdir -p _assay_ask && cat > _assay_ask/main.go <<END\n${PROGRAM.replace('FOLDER', folder).replace('FUNCTION', name)}END\nexec go run ./_assay_ask\n`;
