class Queens {
    final boolean available = true;
    final int squares, norm;
    final int[] {answer};
    final boolean[] {across}, leftDiagonal, rightDiagonal;
    int howMany = 0;

{method}
    /** Prints the row of the queen in each column. */
    void printBoard() {
        int[] rows = new int[squares];
        for (int i = 0; i < squares; i++)
            rows[{column}] = {row};
        StringBuilder line = new StringBuilder();
        for (int row : rows)
            line.append(squares < 10 || line.length() == 0 ? "" : ",").append(row + 1);
        System.out.println(line);
        howMany++;
    }

    Queens(int squares) {
        this.squares = squares;
        norm = squares - 1;
        {answer} = new int[squares];
        {across} = new boolean[squares];
        leftDiagonal = new boolean[2 * squares - 1];
        rightDiagonal = new boolean[2 * squares - 1];
        for (boolean[] cells : new boolean[][] {{across}, leftDiagonal, rightDiagonal})
            java.util.Arrays.fill(cells, available);
    }

    public static void main(String[] arguments) {
        Queens queens = new Queens(arguments.length > 0 ? Integer.parseInt(arguments[0]) : {n});
        queens.putQueen(0);
        if (queens.howMany == 0)
            System.out.println("no solution");
    }
}
